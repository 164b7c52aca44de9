import { randomUUID } from 'node:crypto';
import { asBackend } from '../../database/as-caller.ts';
import type { RunQuery } from '../../database/connect.ts';
import type { BackendContext } from '../../http/env.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { AuthError } from '../errors.ts';
import { insertAccount, insertIdentity } from '../accounts/insert-account.ts';
import { readAuthBody } from '../read-body.ts';
import { showUser } from '../accounts/user-view.ts';
import { changeUser, type UserRow } from '../accounts/users.ts';
import { AdminUser, type AdminUserParams, checkAdminUser } from './user-params.ts';

/** POST /admin/users: creates an account, without any mail. */
export async function usersPost(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const body = await readAuthBody(c, AdminUser);
  if (!body.email && !body.phone) {
    throw new AuthError('validation_failed', 'Cannot create a user without either an email or phone');
  }
  const params = await checkAdminUser(body, deps.settings.auth.passwordMinLength);
  const user = await asBackend(deps.database, async (query) =>
    showUser(query, await createAccount(query, params, deps.now())),
  );
  return c.json(user);
}

async function createAccount(query: RunQuery, params: AdminUserParams, now: Date): Promise<UserRow> {
  const id = params.id ?? randomUUID();
  const { email, phone, confirmsEmail, confirmsPhone } = params;
  const isConfirmed = email !== null && confirmsEmail;
  const providers = [...(email === null ? [] : ['email']), ...(phone === null ? [] : ['phone'])];
  const about = { sub: id, email: email ?? undefined, email_verified: isConfirmed, phone_verified: confirmsPhone };
  const appData = {
    provider: providers[0],
    providers,
    ...(isConfirmed && { confirmed_by: 'operator' }),
    ...params.appData,
  };
  const user = await insertAccount(query, {
    id,
    email,
    phone,
    passwordHash: params.passwordHash,
    appData,
    now,
    // As GoTrue: what the caller gives, and no more than that the address is confirmed.
    userData: { ...params.userData, ...(isConfirmed && { email_verified: true }) },
    emailConfirmedAt: isConfirmed ? now.toISOString() : null,
    phoneConfirmedAt: phone !== null && confirmsPhone ? now.toISOString() : null,
    ...(params.role !== null && { role: params.role }),
  });
  for (const provider of providers) {
    const data = provider === 'email' ? about : { ...about, phone };
    await insertIdentity(query, { userId: id, provider, providerId: id, data, now });
  }
  if (!params.banMs) return user;
  return changeUser(query, id, { banned_until: new Date(now.getTime() + params.banMs).toISOString() }, now);
}
