import { randomInt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type AuthDeps, inAuthTransaction, readAuthBody, readOptionalBody } from '../auth-deps.ts';
import type { RunQuery } from '../../database/connect.ts';
import type { BackendContext } from '../../http/env.ts';
import type { Keys } from '../../http/keys.ts';
import { AuthError } from '../errors.ts';
import { loadBearer, requireBearer } from '../sessions/require-user.ts';
import { isAal2Session } from '../sessions/sessions.ts';
import { stepUpSession } from './app-factors.ts';
import { type FactorRow, hasMfa, insertFactor, listFactors } from './factors.ts';

/** GET /factors/recovery-codes: the number of unused codes, at any AAL; never the codes. */
export async function recoveryCodesGet(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const bearer = await requireBearer(deps, c);
  const status = await inAuthTransaction(deps, async (tx) => {
    const user = await loadBearer(tx, bearer);
    const { id } = await requireRecoveryCodes(tx.query, user.id);
    return {
      id,
      type: 'recovery_code',
      total: RECOVERY_CODES,
      remaining: await countUnusedRecoveryCodes(tx.query, id),
    };
  });
  return c.json(status);
}

const NewCodes = z.object({ friendly_name: z.string().trim().max(100).nullish() });
const DEFAULT_NAME = 'Recovery codes';

/**
 * POST /factors/recovery-codes: the first set of codes, shown only in this response. Requires a verified authenticator
 * app.
 */
export async function recoveryCodesPost(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const bearer = await requireBearer(deps, c);
  // The client sends a body only with a friendly name.
  const body = await readOptionalBody(c, NewCodes);
  const name = body.friendly_name || DEFAULT_NAME;
  const answer = await inAuthTransaction(deps, async (tx) => {
    const user = await loadBearer(tx, bearer, true);
    if (!(await isAal2Session(tx.query, bearer.sessionId))) throw new AuthError('aal2_for_recovery_codes');
    await requireSpace(tx.query, user.id, name);
    const id = randomUUID();
    const factor = { id, userId: user.id, name, type: 'recovery_code', status: 'verified', secret: null } as const;
    await insertFactor(tx.query, { ...factor, now: deps.now() });
    return { id, codes: await replaceRecoveryCodes(tx.query, deps.keys, id) };
  });
  return c.json({ ...answer, type: 'recovery_code', friendly_name: name, total: RECOVERY_CODES });
}

async function requireSpace(query: RunQuery, userId: string, name: string): Promise<void> {
  if (!(await hasMfa(query, userId))) throw new AuthError('mfa_recovery_codes_sole_factor');
  const factors = await listFactors(query, userId);
  if (factors.some(({ factor_type: type }) => type === 'recovery_code')) {
    throw new AuthError('mfa_verified_factor_exists');
  }
  if (factors.some(({ friendly_name }) => friendly_name === name)) throw new AuthError('mfa_factor_name_conflict');
}

/** POST /factors/recovery-codes/regenerate: a new set; the codes of the old one become invalid. */
export async function recoveryCodesRegenerate(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const bearer = await requireBearer(deps, c);
  const answer = await inAuthTransaction(deps, async (tx) => {
    const user = await loadBearer(tx, bearer, true);
    if (!(await isAal2Session(tx.query, bearer.sessionId))) throw new AuthError('aal2_for_recovery_codes');
    const { id, friendly_name } = await requireRecoveryCodes(tx.query, user.id);
    return { id, friendly_name, codes: await replaceRecoveryCodes(tx.query, deps.keys, id) };
  });
  await deps.limits.forgetRecoveryCodes(bearer.userId);
  return c.json({ ...answer, type: 'recovery_code', total: RECOVERY_CODES });
}

const Verify = z.object({ code: z.string().max(100).nullish() });

/** POST /factors/recovery-codes/verify: an aal2 session in exchange for one code, which becomes used. */
export async function recoveryCodesVerify(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const bearer = await requireBearer(deps, c);
  const { code: typed } = await readAuthBody(c, Verify);
  if (!typed) throw new AuthError('validation_failed', 'Code needs to be non-empty');
  await inAuthTransaction(deps, (tx) => loadBearer(tx, bearer));
  await deps.limits.requireRecoveryCode(bearer.userId);
  const session = await inAuthTransaction(deps, async (tx) => {
    const user = await loadBearer(tx, bearer, true);
    const { id: factorId } = await requireRecoveryCodes(tx.query, user.id).catch(asWrongCode);
    await takeRecoveryCode(tx.query, deps.keys, { factorId, typed, now: deps.now() });
    return stepUpSession(tx, user, bearer, { factorId, method: 'mfa/recovery_code' });
  });
  await deps.limits.forgetRecoveryCodes(bearer.userId);
  return c.json(session);
}

/** The response does not tell whether the user has recovery codes. */
function asWrongCode(error: unknown): never {
  const hasNone = error instanceof AuthError && error.code === 'mfa_factor_not_found';
  throw hasNone ? new AuthError('recovery_code_invalid') : error;
}

/** DELETE /factors/recovery-codes: removes all codes. A session that reached aal2 with one keeps its AAL. */
export async function recoveryCodesDelete(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const bearer = await requireBearer(deps, c);
  const id = await inAuthTransaction(deps, async (tx) => {
    const user = await loadBearer(tx, bearer, true);
    if (!(await isAal2Session(tx.query, bearer.sessionId))) throw new AuthError('aal2_for_recovery_codes');
    const factor = await requireRecoveryCodes(tx.query, user.id);
    await tx.query('delete from auth.mfa_factors where id = $1', [factor.id]);
    return factor.id;
  });
  return c.json({ id });
}

/** Without letters and digits that are easily confused. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 16;
const RECOVERY_CODES = 10;

/** Random letters and digits, about 4.95 bits each, that can be read aloud and typed. */
export function makeReadableCode(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)] ?? '').join('');
}

/** The factor of type `recovery_code` of the user. Throws AuthError `mfa_factor_not_found`. */
async function requireRecoveryCodes(query: RunQuery, userId: string): Promise<FactorRow> {
  const factor = (await listFactors(query, userId)).find(({ factor_type: type }) => type === 'recovery_code');
  if (!factor) throw new AuthError('mfa_factor_not_found', 'No recovery codes found');
  return factor;
}

/** Replaces the set of codes and returns the new one. Only keyed hashes are stored. */
async function replaceRecoveryCodes(query: RunQuery, keys: Keys, factorId: string): Promise<string[]> {
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
async function takeRecoveryCode(
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

async function countUnusedRecoveryCodes(query: RunQuery, factorId: string): Promise<number> {
  const { rows } = await query(
    'select count(*)::int as remaining from auth.mfa_recovery_codes where factor_id = $1 and used_at is null',
    [factorId],
  );
  return rows[0]?.remaining as number;
}

function hashOf(keys: Keys, factorId: string, code: string): string {
  return keys.derive('recovery-code', `${factorId}\n${code}`);
}
