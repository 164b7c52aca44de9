import { asBackend } from '../../database/as-caller.ts';
import type { RunQuery } from '../../database/connect.ts';
import type { BackendContext } from '../../http/env.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { AuthError } from '../errors.ts';
import { hasMfa } from '../factors/factors.ts';
import { forgetFlows } from '../mail-links/flow-state.ts';
import { type IdentityRow, listIdentities, withProviders } from './identities.ts';
import { requireLinking } from '../providers/sign-in-external.ts';
import { forgetOneTimeTokens } from '../mail-links/one-time-tokens.ts';
import { loadBearer, requireBearer } from '../sessions/require-user.ts';
import { isAal2Session } from '../sessions/sessions.ts';
import { changeUser, findUserByEmail, type UserRow, UUID } from './users.ts';

/**
 * DELETE /user/identities/:id: removes a way to sign in, but not the last one. Off unless AuthSettings.manualLinking, as
 * in GoTrue. Answers `{}`.
 */
export async function userIdentitiesDelete(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const bearer = await requireBearer(deps, c);
  requireLinking(deps);
  const id = c.req.param('id') ?? '';
  if (!UUID.test(id)) throw new AuthError('identity_id_malformed');
  await asBackend(deps.database, async (query) => {
    const user = await loadBearer(deps, query, bearer, true);
    const identities = await listIdentities(query, user.id);
    if (identities.length <= 1) throw new AuthError('single_identity_not_deletable');
    const identity = identities.find((one) => one.id === id.toLowerCase());
    if (!identity) throw new AuthError('identity_not_found');
    if ((await hasMfa(query, user.id)) && !(await isAal2Session(query, bearer.sessionId))) {
      throw new AuthError('aal2_for_credentials');
    }
    await unlink(deps, query, user, identity);
  });
  return c.json({});
}

/**
 * Deletes the identity with what it alone allowed: the password goes with the e-mail identity, and the address of the
 * account with the last identity that has it.
 */
async function unlink(deps: AuthDeps, query: RunQuery, user: UserRow, { id, provider }: IdentityRow): Promise<void> {
  await query('delete from auth.identities where id = $1', [id]);
  const left = await listIdentities(query, user.id);
  const addresses = left.filter(isVerified).flatMap(({ email }) => email ?? []);
  const email = addresses.find((address) => address === user.email) ?? addresses[0] ?? null;
  const holder = email === null ? null : await findUserByEmail(query, email);
  if (holder && holder.id !== user.id) throw new AuthError('email_conflict_identity_not_deletable');
  await forgetOneTimeTokens(query, user.id);
  await forgetFlows(query, user.id);
  const raw_app_meta_data = withProviders(user.raw_app_meta_data, left);
  const changes = { email, email_change: '', raw_app_meta_data };
  const password = provider === 'email' ? { encrypted_password: null } : {};
  await changeUser(query, user.id, { ...changes, ...password }, deps.now());
}

function isVerified({ identity_data }: IdentityRow): boolean {
  return identity_data['email_verified'] === true;
}
