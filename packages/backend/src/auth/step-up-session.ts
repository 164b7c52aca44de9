import { randomUUID } from 'node:crypto';
import type { RunQuery } from '../database/connect.ts';
import type { AuthDeps } from './auth-deps.ts';
import { replaceRefreshTokens } from './refresh-tokens.ts';
import type { Bearer } from './require-user.ts';
import type { SessionAnswer } from './sessions.ts';
import { answerSession } from './sessions.ts';
import type { UserRow } from './users.ts';

type Proof = { factorId: string; method: 'totp' | 'mfa/recovery_code' };

/**
 * After MFA: raises the session of the bearer to aal2, with new tokens, and deletes the user's sessions below aal2
 * (protocol.md 1.3).
 */
export async function stepUpSession(
  deps: AuthDeps,
  query: RunQuery,
  user: UserRow,
  { sessionId }: Bearer,
  proof: Proof,
): Promise<SessionAnswer> {
  const now = deps.now();
  const at = now.toISOString();
  await query(`update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = $3 where id = $1`, [
    sessionId,
    proof.factorId,
    at,
  ]);
  await query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values ($1, $2, $3, $3, $4)
     on conflict (session_id, authentication_method) do update set created_at = $3, updated_at = $3`,
    [randomUUID(), sessionId, at, proof.method],
  );
  await query(`delete from auth.sessions where user_id = $1 and id <> $2 and aal is distinct from 'aal2'`, [
    user.id,
    sessionId,
  ]);
  const refreshToken = await replaceRefreshTokens(query, { id: sessionId, userId: user.id }, now);
  return answerSession(deps, query, user, sessionId, refreshToken);
}
