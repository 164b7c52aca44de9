import { randomInt } from 'node:crypto';
import type { RunQuery } from '../database/connect.ts';
import type { Keys } from '../http/keys.ts';
import { AuthError } from './errors.ts';
import type { FactorRow } from './factors.ts';
import { listFactors } from './factors.ts';

/** Without letters and digits that are easily confused. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 16;
export const RECOVERY_CODES = 10;

/** Random letters and digits, about 4.95 bits each, that can be read aloud and typed. */
export function makeReadableCode(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)] ?? '').join('');
}

/** The factor of type `recovery_code` of the user. Throws AuthError `mfa_factor_not_found`. */
export async function requireRecoveryCodes(query: RunQuery, userId: string): Promise<FactorRow> {
  const factor = (await listFactors(query, userId)).find(({ factor_type: type }) => type === 'recovery_code');
  if (!factor) throw new AuthError('mfa_factor_not_found', 'No recovery codes found');
  return factor;
}

/** Replaces the set of codes and returns the new one. Only keyed hashes are stored. */
export async function replaceRecoveryCodes(query: RunQuery, keys: Keys, factorId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => makeReadableCode(LENGTH));
  await query('delete from auth.mfa_recovery_codes where factor_id = $1', [factorId]);
  await query('insert into auth.mfa_recovery_codes (factor_id, code_hash) select $1, unnest($2::text[])', [
    factorId,
    codes.map((code) => hashOf(keys, factorId, code)),
  ]);
  return codes;
}

/**
 * Marks a code as used. Case, spaces and hyphens of `typed` are ignored. Throws AuthError `mfa_verification_failed`.
 */
export async function takeRecoveryCode(
  query: RunQuery,
  keys: Keys,
  params: { factorId: string; typed: string; now: Date },
): Promise<void> {
  const code = params.typed.toLowerCase().replace(/[\s-]/g, '');
  const { rowCount } = await query(
    'update auth.mfa_recovery_codes set used_at = $3 where factor_id = $1 and code_hash = $2 and used_at is null',
    [params.factorId, hashOf(keys, params.factorId, code), params.now.toISOString()],
  );
  if (rowCount === 0) throw new AuthError('recovery_code_invalid');
}

/** The number of unused codes of the set. */
export async function countUnusedRecoveryCodes(query: RunQuery, factorId: string): Promise<number> {
  const { rows } = await query(
    'select count(*)::int as remaining from auth.mfa_recovery_codes where factor_id = $1 and used_at is null',
    [factorId],
  );
  return rows[0]?.remaining as number;
}

function hashOf(keys: Keys, factorId: string, code: string): string {
  return keys.derive('recovery-code', `${factorId}\n${code}`);
}
