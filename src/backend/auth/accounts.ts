import type { RunQuery } from '../database/connect.ts';
import { requireEmailAddress } from './email-address.ts';
import { AuthError } from './errors.ts';
import { deleteFactors } from './factors.ts';
import { instant } from './instant.ts';
import { forgetOneTimeTokens } from './one-time-tokens.ts';
import { hashPassword, requireUsablePassword } from './passwords.ts';
import { endSessions } from './sessions.ts';
import type { UserRow } from './users.ts';
import { changeUser, confirmEmail, findUserByEmail, insertUser } from './users.ts';

/** An account as the operator sees it. */
export type Account = { id: string; email: string; confirmed: boolean; createdAt?: string; lastSignInAt?: string };

/**
 * Creates an account that may sign in at once. Throws AuthError: `email_exists`, `weak_password`, or `validation_failed`
 * for an address or password that cannot be used; each message may be shown to the operator.
 */
export async function createConfirmedUser(
  query: RunQuery,
  params: { email: string; password: string },
  now = new Date(),
): Promise<Account> {
  const email = requireEmailAddress(params.email);
  requireUsablePassword(params.password);
  const passwordHash = await hashPassword(params.password);
  const user = await insertUser(query, { email, passwordHash, data: {}, confirmedBy: 'operator', now });
  if (!user) throw new AuthError('email_exists');
  return accountOf(user);
}

/**
 * Gives an account another password, confirms its address, and ends every session and every link sent before.
 * Throws AuthError `weak_password` or `validation_failed`, and `user_not_found` when there is no such account.
 */
export async function setPassword(
  query: RunQuery,
  params: { email: string; password: string },
  now = new Date(),
): Promise<Account> {
  requireUsablePassword(params.password);
  const encrypted_password = await hashPassword(params.password);
  const user = await findUserByEmail(query, requireEmailAddress(params.email));
  if (!user) throw new AuthError('user_not_found', 'User not found');
  await endSessions(query, user.id, 'global', null);
  await forgetOneTimeTokens(query, user.id);
  const confirmed = user.email_confirmed_at === null ? await confirmEmail(query, user, 'operator', now) : user;
  return accountOf(await changeUser(query, confirmed.id, { encrypted_password }, now));
}

/**
 * Takes every second step and recovery code from an account whose owner has lost them, and ends all its sessions.
 * Says how many authenticator apps there were. Throws AuthError `user_not_found`, `validation_failed`.
 */
export async function removeMfa(query: RunQuery, params: { email: string }): Promise<number> {
  const user = await findUserByEmail(query, requireEmailAddress(params.email));
  if (!user) throw new AuthError('user_not_found', 'User not found');
  const removed = await deleteFactors(query, user.id);
  await endSessions(query, user.id, 'global', null);
  return removed;
}

/** Accounts by age, oldest first, at most `limit` of them after the first `offset`. */
export async function listUsers(query: RunQuery, { limit = 100, offset = 0 } = {}): Promise<Account[]> {
  const { rows } = await query(
    `select id, email, email_confirmed_at, created_at, last_sign_in_at from auth.users
     where deleted_at is null order by created_at, id limit $1 offset $2`,
    [limit, offset],
  );
  return rows.map((row) => accountOf(row as UserRow));
}

function accountOf(
  user: Pick<UserRow, 'id' | 'email' | 'email_confirmed_at' | 'created_at' | 'last_sign_in_at'>,
): Account {
  return {
    id: user.id,
    email: user.email ?? '',
    confirmed: user.email_confirmed_at !== null,
    createdAt: instant(user.created_at),
    lastSignInAt: instant(user.last_sign_in_at),
  };
}
