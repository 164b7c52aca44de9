import type { RunQuery } from '../../database/connect.ts';
import type { Keys } from '../../http/keys.ts';
import { AuthError } from '../errors.ts';
import { deleteFactors } from '../factors/factors.ts';
import { openSecret, sealSecret } from '../factors/totp.ts';
import { forgetFlows } from '../mail-links/flow-state.ts';
import { forgetOneTimeTokens } from '../mail-links/one-time-tokens.ts';
import { endSessions } from '../sessions/sessions.ts';
import { toRfc3339 } from '../timestamps.ts';
import { requireEmailAddress } from './email-address.ts';
import { hashPassword, requireUsablePassword } from './passwords.ts';
import { changeUser, confirmEmail, findUserByEmail, insertUser, type UserRow } from './users.ts';

/** An account as the command line lists it. Times are RFC 3339. */
type Account = { id: string; email: string; confirmed: boolean; createdAt?: string; lastSignInAt?: string };

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
 * Removes all MFA factors, recovery codes and passkeys of an account and ends its sessions. Returns the number of authenticator
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

/** What a change of the keys did. */
export type Rekeyed = {
  /** Authenticator apps that go on working. */
  apps: number;
  /** Accounts whose recovery codes ended. */
  recoveryCodes: number;
  sessions: number;
};

/**
 * Moves the accounts from one set of keys to another: the secrets of authenticator apps are encrypted with the new keys.
 * What depends on the old keys and cannot be converted ends: sessions, mailed links and codes, sign-ins that are under
 * way, and recovery codes, of which only keyed hashes are stored. Run it in one transaction with the change itself.
 * Throws when a secret was not encrypted with the old keys.
 */
export async function rekeyAccounts(query: RunQuery, before: Keys, after: Keys): Promise<Rekeyed> {
  const { rows } = await query(
    `select id, secret from auth.mfa_factors where factor_type = 'totp' and secret is not null for update`,
  );
  for (const { id, secret } of rows as { id: string; secret: string }[]) {
    const sealed = sealSecret(after, id, openSecret(before, id, secret));
    await query('update auth.mfa_factors set secret = $2 where id = $1', [id, sealed]);
  }
  const codes = await query(`delete from auth.mfa_factors where factor_type = 'recovery_code'`);
  await query('delete from auth.refresh_tokens');
  const sessions = await query('delete from auth.sessions');
  await query('delete from auth.one_time_tokens');
  await query('delete from auth.flow_state');
  // Keyed hashes: they would never match again.
  await query('delete from auth.known_clients');
  return { apps: rows.length, recoveryCodes: codes.rowCount, sessions: sessions.rowCount };
}
