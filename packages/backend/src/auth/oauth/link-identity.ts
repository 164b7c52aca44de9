import type { RunQuery } from '../../database/connect.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { AuthError } from '../errors.ts';
import { hasMfa } from '../factors.ts';
import type { Bearer } from '../require-user.ts';
import { loadBearer } from '../require-user.ts';
import { isAal2Session } from '../sessions.ts';
import type { UserRow } from '../users.ts';
import { changeUser, findUserByEmail } from '../users.ts';
import type { ExternalUser } from './external-user.ts';
import { findIdentity } from './identities.ts';
import { addIdentity } from './sign-in-external.ts';

/** Throws AuthError `manual_linking_disabled` where users may neither add nor remove identities, before any other check. */
export function requireLinking({ settings }: Pick<AuthDeps, 'settings'>): void {
  if (!settings.auth.manualLinking) throw new AuthError('manual_linking_disabled');
}

/**
 * The signed-in user, who may add an identity. A user with MFA needs aal2, as for a new password. Throws AuthError
 * `manual_linking_disabled`, `insufficient_aal`, and those of loadBearer.
 */
export async function requireLinker(deps: AuthDeps, query: RunQuery, bearer: Bearer): Promise<UserRow> {
  requireLinking(deps);
  const user = await loadBearer(deps, query, bearer, true);
  const isMissing = (await hasMfa(query, user.id)) && !(await isAal2Session(query, bearer.sessionId));
  if (isMissing) throw new AuthError('aal2_for_credentials');
  return user;
}

/**
 * Adds an identity to the account of a signed-in user. An account without an address, such as an anonymous one, gets
 * that of the identity and is then permanent. Throws AuthError `identity_already_exists`, `email_exists`,
 * `provider_email_needs_verification`.
 */
export async function linkIdentity(
  query: RunQuery,
  user: UserRow,
  external: ExternalUser,
  now: Date,
): Promise<UserRow> {
  const owner = await findIdentity(query, external);
  if (owner) throw new AuthError('identity_already_exists', owner.user_id === user.id ? '' : ' to another user');
  if (user.email) return addIdentity(query, user, external, now);
  const email = external.verifiedEmail;
  if (email === null) throw new AuthError('provider_email_needs_verification', external.provider);
  if (await findUserByEmail(query, email)) throw new AuthError('email_exists');
  const linked = await addIdentity(query, user, external, now);
  return changeUser(
    query,
    user.id,
    {
      email,
      email_confirmed_at: now.toISOString(),
      is_anonymous: false,
      raw_user_meta_data: { ...linked.raw_user_meta_data, email, email_verified: true },
      raw_app_meta_data: { ...linked.raw_app_meta_data, confirmed_by: 'provider' },
    },
    now,
  );
}
