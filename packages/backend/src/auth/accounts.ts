import type { RunQuery } from '../database/connect.ts';
import { requireEmailAddress } from './email-address.ts';
import { AuthError } from './errors.ts';
import { deleteFactors } from './factors.ts';
import { forgetFlows } from './flow-state.ts';
import { toRfc3339 } from './timestamps.ts';
import { forgetOneTimeTokens } from './one-time-tokens.ts';
import { hashPassword, requireUsablePassword } from './passwords.ts';
import { endSessions } from './sessions.ts';
import type { UserRow } from './users.ts';
import { changeUser, confirmEmail, findUserByEmail, insertUser } from './users.ts';

/** An account as the command line lists it. Times are RFC 3339. */
export type Account = { id: string; email: string; confirmed: boolean; createdAt?: string; lastSignInAt?: string };

/** `minLength` is the fewest characters of a password. */
type NewPassword = { email: string; password: string; minLength: number };

/**
 * Creates a confirmed account. Throws AuthError `email_exists`, `weak_password` or, for an invalid address or password,
 * `validation_failed`; the messages may be shown to the operator.
 */
export async function createConfirmedUser(query: RunQuery, params: NewPassword, now = new Date()): Promise<Account> {
  const email = requireEmailAddress(params.email);
  requireUsablePassword(params.password, params.minLength);
  const passwordHash = await hashPassword(params.password);
  const user = await insertUser(query, { email, passwordHash, data: {}, confirmedBy: 'operator', now });
  if (!user) throw new AuthError('email_exists');
  return accountOf(user);
}

/**
 * Sets the password of an account and confirms its address. Ends its sessions and invalidates the links that were
 * mailed before. Throws AuthError `weak_password`, `validation_failed`, or `user_not_found`.
 */
export async function setPassword(query: RunQuery, params: NewPassword, now = new Date()): Promise<Account> {
  requireUsablePassword(params.password, params.minLength);
  const encrypted_password = await hashPassword(params.password);
  const user = await findUserByEmail(query, requireEmailAddress(params.email));
  if (!user) throw new AuthError('user_not_found', 'User not found');
  await endSessions(query, user.id, 'global', null);
  await forgetOneTimeTokens(query, user.id);
  await forgetFlows(query, user.id);
  const confirmed = user.email_confirmed_at === null ? await confirmEmail(query, user, 'operator', now) : user;
  return accountOf(await changeUser(query, confirmed.id, { encrypted_password }, now));
}

/**
 * Removes all MFA factors and recovery codes of an account and ends its sessions. Returns the number of authenticator
 * apps. Throws AuthError `user_not_found`, `validation_failed`.
 */
export async function removeMfa(query: RunQuery, params: { email: string }): Promise<number> {
  const user = await findUserByEmail(query, requireEmailAddress(params.email));
  if (!user) throw new AuthError('user_not_found', 'User not found');
  const removed = await deleteFactors(query, user.id);
  await endSessions(query, user.id, 'global', null);
  return removed;
}

/** Lists accounts, oldest first: at most `limit`, after skipping `offset`. */
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
    createdAt: toRfc3339(user.created_at),
    lastSignInAt: toRfc3339(user.last_sign_in_at),
  };
}
