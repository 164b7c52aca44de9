import type { RunQuery } from '../database/connect.ts';
import type { Keys } from '../http/keys.ts';
import { openSecret, sealSecret } from './factor-secrets.ts';

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
