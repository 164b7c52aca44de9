import { asBackend } from '../../database/as-caller.ts';
import type { RunQuery } from '../../database/connect.ts';
import type { BackendContext } from '../../http/env.ts';
import { upsertOwnIdentity } from '../accounts/identities.ts';
import { showUser } from '../accounts/user-view.ts';
import {
  type UserChanges,
  type UserRow,
  changeUser,
  confirmEmail,
  describeProviders,
  findUserByEmail,
  mergeMetadata,
  replaceEmail,
} from '../accounts/users.ts';
import { type AuthDeps, readAuthBody } from '../auth-deps.ts';
import { AuthError } from '../errors.ts';
import { forgetOneTimeTokens } from '../mail-links/one-time-tokens.ts';
import { endAccess } from '../sessions/sessions.ts';
import { AdminUser, type AdminUserParams, checkAdminUser } from './user-params.ts';
import { requireUserOfPath } from './users.ts';

/** PUT /admin/users/:id: changes an account at once, without any mail. */
export async function adminUserPut(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const params = await checkAdminUser(await readAuthBody(c, AdminUser), deps.settings.auth.passwordMinLength);
  const answer = await asBackend(deps.database, async (query) => {
    const user = await requireUserOfPath(c, query, true);
    return showUser(query, await changeAccount(query, user, params, deps.now()));
  });
  return c.json(answer);
}

async function changeAccount(query: RunQuery, before: UserRow, params: AdminUserParams, now: Date): Promise<UserRow> {
  let user = before;
  if (params.email !== null) user = await setEmail(query, user, params.email, params.confirmsEmail, now);
  if (params.confirmsEmail && user.email && user.email_confirmed_at === null) {
    user = await confirmEmail(query, user, 'operator', now);
  }
  if (params.phone !== null) user = await setPhone(query, user, params.phone, params.confirmsPhone, now);
  if (params.confirmsPhone && user.phone && user.phone_confirmed_at === null) {
    user = await changeUser(query, user.id, { phone_confirmed_at: now.toISOString() }, now);
  }
  if (params.passwordHash !== null) {
    // The person who had the password before must not keep a session or a link.
    await endAccess(query, user.id);
  }
  return changeUser(query, user.id, changesOf(user, params, now), now);
}

function changesOf(user: UserRow, params: AdminUserParams, now: Date): UserChanges {
  const { role, passwordHash, userData, appData, banMs } = params;
  return {
    ...(role !== null && { role }),
    ...(passwordHash !== null && { encrypted_password: passwordHash }),
    ...(userData && { raw_user_meta_data: mergeMetadata(user.raw_user_meta_data ?? {}, userData) }),
    ...(appData && { raw_app_meta_data: mergeMetadata(user.raw_app_meta_data ?? {}, appData) }),
    ...(banMs !== undefined && { banned_until: banMs ? new Date(now.getTime() + banMs).toISOString() : null }),
  };
}

/**
 * Sets the address of an account. It stays confirmed if the account was, or becomes so with `confirms`. Links that were
 * mailed to the old address open nothing any more. Throws AuthError `email_exists`.
 */
async function setEmail(query: RunQuery, user: UserRow, email: string, confirms: boolean, now: Date): Promise<UserRow> {
  if (email === user.email) return user;
  if (await findUserByEmail(query, email)) throw new AuthError('email_exists');
  // The caller sets the metadata. Only an address that the sign-up wrote into it is changed here.
  const given = user.raw_user_meta_data ?? {};
  const raw_user_meta_data = given['email'] === user.email ? { ...given, email } : given;
  if (confirms || user.email_confirmed_at !== null) {
    const confirmed = await replaceEmail(query, user, email, 'operator', now);
    const changes = { raw_user_meta_data: { ...raw_user_meta_data, email_verified: true } };
    return changeUser(query, confirmed.id, changes, now);
  }
  await forgetOneTimeTokens(query, user.id);
  const about = { sub: user.id, email, email_verified: false, phone_verified: false };
  await upsertOwnIdentity(query, 'email', user.id, about, now);
  const changed = await changeUser(query, user.id, { email, email_change: '', raw_user_meta_data }, now);
  return describeProviders(query, changed, now);
}

/** Sets the telephone number of an account; it is confirmed with `confirms` only. No message is ever sent to it. */
async function setPhone(query: RunQuery, user: UserRow, phone: string, confirms: boolean, now: Date): Promise<UserRow> {
  if (phone === user.phone) return user;
  await upsertOwnIdentity(query, 'phone', user.id, { sub: user.id, phone, phone_verified: confirms }, now);
  const phone_confirmed_at = confirms ? now.toISOString() : null;
  const changes = { phone, phone_confirmed_at, ...(confirms && { is_anonymous: false }) };
  return describeProviders(query, await changeUser(query, user.id, changes, now), now);
}
