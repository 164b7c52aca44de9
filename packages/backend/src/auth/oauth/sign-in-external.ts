import type { RunQuery } from '../../database/connect.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { AuthError } from '../errors.ts';
import { describeProviders, insertAccount, insertIdentity } from '../insert-account.ts';
import { isAfter } from '../timestamps.ts';
import type { UserRow } from '../users.ts';
import { changeUser, confirmEmail, findUserByEmail, findUserById } from '../users.ts';
import type { ExternalUser } from './external-user.ts';
import { findIdentity, touchIdentity } from './identities.ts';
import { isProven, takeOver } from './take-over.ts';

/**
 * The account of somebody whom a provider has identified: that of the identity, else that of the verified address, which
 * gets the identity, else a new one. An address that the provider has not verified opens and creates nothing (decision
 * 30). Throws AuthError `user_banned`, `signup_disabled`, `provider_email_needs_verification`.
 */
export async function signInExternal(deps: AuthDeps, query: RunQuery, external: ExternalUser): Promise<UserRow> {
  const identity = await findIdentity(query, external);
  if (identity) return signInKnown(deps, query, identity.user_id, external);
  const email = external.verifiedEmail;
  if (email === null) throw new AuthError('provider_email_needs_verification', external.provider);
  const owner = await findUserByEmail(query, email, true);
  if (owner) return linkByAddress(deps, query, owner, external);
  return createExternal(deps, query, external);
}

/** Signs in by an identity that an account has. Throws as signInExternal does. */
export async function signInKnown(
  deps: AuthDeps,
  query: RunQuery,
  userId: string,
  external: ExternalUser,
): Promise<UserRow> {
  const user = await findUserById(query, userId, true);
  if (!user) throw new AuthError('user_not_found', 'User not found');
  requireNotBanned(deps, user);
  await touchIdentity(query, external, deps.now());
  const described = await mergeUserData(query, user, external, deps.now());
  if (!described.email || described.email_confirmed_at !== null) return described;
  if (external.verifiedEmail !== described.email) {
    throw new AuthError('provider_email_needs_verification', external.provider);
  }
  return confirmEmail(query, described, 'provider', deps.now());
}

async function linkByAddress(
  deps: AuthDeps,
  query: RunQuery,
  owner: UserRow,
  external: ExternalUser,
): Promise<UserRow> {
  requireNotBanned(deps, owner);
  const user = isProven(owner) ? owner : await takeOver(query, owner, deps.now());
  return addIdentity(query, user, external, deps.now());
}

/** Adds the identity to the account, and its data to the metadata of the user. */
export async function addIdentity(query: RunQuery, user: UserRow, external: ExternalUser, now: Date): Promise<UserRow> {
  const { provider, subject: providerId, data } = external;
  await insertIdentity(query, { userId: user.id, provider, providerId, data, now });
  return mergeUserData(query, await describeProviders(query, user, now), external, now);
}

/** Creates an account for an external user. Throws AuthError `signup_disabled`. */
export async function createExternal(deps: AuthDeps, query: RunQuery, external: ExternalUser): Promise<UserRow> {
  if (!deps.settings.allowSignup) throw new AuthError('signup_disabled');
  const { provider, subject, verifiedEmail: email, data } = external;
  const now = deps.now();
  const user = await insertAccount(query, {
    email,
    userData: data,
    now,
    emailConfirmedAt: email === null ? null : now.toISOString(),
    appData: { provider, providers: [provider], ...(email !== null && { confirmed_by: 'provider' }) },
  });
  await insertIdentity(query, { userId: user.id, provider, providerId: subject, data, now });
  return user;
}

/** The data of the provider, without what it says of an address that is not the account's. */
function mergeUserData(query: RunQuery, user: UserRow, external: ExternalUser, now: Date): Promise<UserRow> {
  const { email: _, email_verified: __, phone_verified: ___, ...data } = external.data;
  const known = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
  return changeUser(query, user.id, { raw_user_meta_data: { ...user.raw_user_meta_data, ...known } }, now);
}

/** Throws AuthError `user_banned`. */
export function requireNotBanned(deps: Pick<AuthDeps, 'now'>, user: UserRow): void {
  if (isAfter(user.banned_until, deps.now())) throw new AuthError('user_banned');
}
