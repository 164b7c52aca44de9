import type { RunQuery } from '../../database/connect.ts';
import type { Keys } from '../../http/keys.ts';
import { AuthError } from '../errors.ts';
import { deleteFactors } from '../factors/factors.ts';
import { openSecret, sealSecret } from '../factors/totp.ts';
import { endAccess, endSessions } from '../sessions/sessions.ts';
import { requireEmailAddress } from './email-address.ts';
import { hashPassword, requireUsablePassword } from './passwords.ts';
import { changeUser, confirmEmail, findUserByEmail, insertUser, type UserRow } from './users.ts';

/** `minLength` is the fewest characters of a password. */
type NewPassword = { email: string; password: string; minLength: number };

/**
 * Creates a confirmed account. Throws AuthError `email_exists`, `weak_password` or, for an invalid address or password,
 * `validation_failed`; the messages may be shown to the operator.
 */
export async function createConfirmedUser(query: RunQuery, params: NewPassword): Promise<UserRow> {
  const email = requireEmailAddress(params.email);
  requireUsablePassword(params.password, params.minLength);
  const passwordHash = await hashPassword(params.password);
  const user = await insertUser(query, { email, passwordHash, data: {}, confirmedBy: 'operator', now: new Date() });
  if (!user) throw new AuthError('email_exists');
  return user;
}

/**
 * Sets the password of an account and confirms its address. Ends its sessions and invalidates the links that were
 * mailed before. Throws AuthError `weak_password`, `validation_failed`, or `user_not_found`.
 */
export async function setPassword(query: RunQuery, params: NewPassword): Promise<void> {
  requireUsablePassword(params.password, params.minLength);
  const encrypted_password = await hashPassword(params.password);
  const now = new Date();
  const user = await findUserByEmail(query, requireEmailAddress(params.email), true);
  if (!user) throw new AuthError('user_not_found', 'User not found');
  await endAccess(query, user.id);
  if (user.email_confirmed_at === null) await confirmEmail(query, user, 'operator', now);
  await changeUser(query, user.id, { encrypted_password }, now);
}

/**
 * Removes all MFA factors, recovery codes and passkeys of an account and ends its sessions. Returns the number of authenticator
 * apps. Throws AuthError `user_not_found`, `validation_failed`.
 */
export async function removeMfa(query: RunQuery, params: { email: string }): Promise<number> {
  const user = await findUserByEmail(query, requireEmailAddress(params.email), true);
  if (!user) throw new AuthError('user_not_found', 'User not found');
  const removed = await deleteFactors(query, user.id);
  await endSessions(query, user.id);
  return removed;
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
