import type { RunQuery } from '../../database/connect.ts';
import { AuthError } from '../errors.ts';
import { UUID } from '../accounts/users.ts';

type FactorType = 'totp' | 'recovery_code';

/** A row of auth.mfa_factors without its secret. Times are PostgreSQL's text. */
export type FactorRow = {
  id: string;
  user_id: string;
  friendly_name: string | null;
  factor_type: FactorType;
  status: 'unverified' | 'verified';
  created_at: string;
  updated_at: string;
  last_challenged_at: string | null;
};

const COLUMNS =
  'id, user_id, friendly_name, factor_type::text, status::text, created_at, updated_at, last_challenged_at';

/** Lists the factors of these users, oldest first. */
export async function listFactors(query: RunQuery, ...userIds: string[]): Promise<FactorRow[]> {
  const { rows } = await query(
    `select ${COLUMNS} from auth.mfa_factors where user_id = any($1) order by created_at, id`,
    [userIds],
  );
  return rows as FactorRow[];
}

/**
 * The user's authenticator app by its id from the path. Throws AuthError `validation_failed`, `mfa_factor_not_found`.
 */
export async function requireFactor(query: RunQuery, userId: string, id: string): Promise<FactorRow> {
  if (!UUID.test(id)) throw new AuthError('mfa_factor_not_found', 'factor_id must be an UUID');
  const factor = (await listFactors(query, userId)).find((one) => one.id === id.toLowerCase());
  if (!factor) throw new AuthError('mfa_factor_not_found');
  if (factor.factor_type !== 'totp') {
    throw new AuthError('validation_failed', 'Recovery codes have endpoints of their own: /factors/recovery-codes');
  }
  return factor;
}

/** The condition that the user with the id `userId`, an SQL expression, has MFA. An account with recovery codes always has a verified app too. */
export const hasMfaSql = (userId: string) =>
  `exists (select from auth.mfa_factors where user_id = ${userId} and status = 'verified' and factor_type = 'totp')`;

/** Whether the user has MFA. */
export async function hasMfa(query: RunQuery, userId: string): Promise<boolean> {
  const { rows } = await query(`select ${hasMfaSql('$1')} as has_mfa`, [userId]);
  return rows[0]?.['has_mfa'] === true;
}

type NewFactor = {
  id: string;
  userId: string;
  name: string | null;
  type: FactorType;
  status: FactorRow['status'];
  /** Encrypted (totp.ts); null for recovery codes. */
  secret: string | null;
  now: Date;
};

/** Inserts a factor of a user. */
export async function insertFactor(query: RunQuery, factor: NewFactor): Promise<void> {
  const { id, userId, name, type, status, secret, now } = factor;
  await query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [id, userId, name, type, status, secret, now.toISOString()],
  );
}

/** Deletes a factor. Sessions that reached aal2 with it return to aal1. */
export async function deleteFactor(query: RunQuery, id: string): Promise<void> {
  await query('delete from auth.mfa_factors where id = $1', [id]);
  await query(
    `delete from auth.mfa_amr_claims where authentication_method = 'totp'
       and session_id in (select id from auth.sessions where factor_id = $1)`,
    [id],
  );
  await query(`update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1`, [id]);
}

/** Deletes all factors of the user, recovery codes and passkeys included. Returns the number of authenticator apps. */
export async function deleteFactors(query: RunQuery, userId: string): Promise<number> {
  await query('delete from auth.webauthn_credentials where user_id = $1', [userId]);
  const { rows } = await query('delete from auth.mfa_factors where user_id = $1 returning factor_type::text as type', [
    userId,
  ]);
  return rows.filter(({ type }) => type === 'totp').length;
}
