import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { renderSVG } from 'uqr';
import { z } from 'zod';
import { type AuthDeps, type AuthTx, clientInfo, inAuthTransaction, readAuthBody } from '../auth-deps.ts';
import type { RunQuery } from '../../database/connect.ts';
import type { BackendContext } from '../../http/env.ts';
import { AuthError } from '../errors.ts';
import { type Bearer, loadBearer, requireBearer } from '../sessions/require-user.ts';
import { type SessionAnswer, answerSession, endSessionsWhere, isAal2Session } from '../sessions/sessions.ts';
import { deleteFactor, type FactorRow, insertFactor, listFactors, requireFactor } from './factors.ts';
import { makeTotpSecret, openSecret, sealSecret, totpStep, totpUri } from './totp.ts';
import { hasPasskey } from '../passkeys/passkeys.ts';
import { UUID, type UserRow } from '../accounts/users.ts';
import { replaceRefreshTokens } from '../sessions/refresh-tokens.ts';

const Enroll = z.object({
  friendly_name: z.string().trim().max(100).nullish(),
  factor_type: z.string().nullish(),
  issuer: z.string().trim().max(100).nullish(),
});

/** GoTrue's default limit. */
const MAX_FACTORS = 10;
/** The age from which the next enrolment deletes an unverified factor, which holds its name and can be verified until then. */
const UNVERIFIED_FOR = `interval '5 minutes'`;

/**
 * POST /factors: enrolls an authenticator app. Its first code verifies it; the secret is shown only in this response.
 */
export async function factorsPost(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const bearer = await requireBearer(deps, c);
  const body = await readAuthBody(c, Enroll);
  requireTotp(body.factor_type);
  const name = body.friendly_name || null;
  const id = randomUUID();
  const secret = makeTotpSecret();
  const user = await inAuthTransaction(deps, async (tx) => {
    const owner = await loadBearer(tx, bearer, true);
    if (owner.is_anonymous) throw new AuthError('anonymous_not_allowed');
    await requireSpace(tx, bearer, name);
    const sealed = sealSecret(deps.keys, id, secret);
    const factor = { id, userId: owner.id, name, type: 'totp', status: 'unverified', secret: sealed } as const;
    await insertFactor(tx.query, { ...factor, now: deps.now() });
    return owner;
  });
  const issuer = body.issuer || new URL(deps.settings.siteUrl).host;
  const uri = totpUri(secret, { issuer, account: user.email ?? '' });
  const totp = { qr_code: qrCodeSvg(uri), secret, uri };
  return c.json({ id, type: 'totp', friendly_name: name ?? '', totp });
}

function requireTotp(type: string | null | undefined): void {
  if (type === 'totp') return;
  if (type === 'phone') throw new AuthError('mfa_phone_enroll_not_enabled');
  if (type === 'webauthn') throw new AuthError('mfa_webauthn_enroll_not_enabled');
  throw new AuthError('validation_failed', 'factor_type needs to be totp, phone, or webauthn');
}

async function requireSpace(tx: AuthTx, bearer: Bearer, name: string | null): Promise<void> {
  await tx.query(
    `delete from auth.mfa_factors
     where user_id = $1 and status = 'unverified' and created_at < $2::timestamptz - ${UNVERIFIED_FOR}`,
    [bearer.userId, tx.now().toISOString()],
  );
  const factors = await listFactors(tx.query, bearer.userId);
  if (name && factors.some(({ friendly_name }) => friendly_name === name)) {
    throw new AuthError('mfa_factor_name_conflict');
  }
  if (factors.length >= MAX_FACTORS) throw new AuthError('too_many_enrolled_mfa_factors');
  await requireEnroller(tx, bearer, factors);
}

/** A session that may add an app: beside other apps or passkeys only one at aal2 (decision 60). */
async function requireEnroller(tx: AuthTx, bearer: Bearer, factors: readonly FactorRow[]): Promise<void> {
  const isProtected =
    factors.some(({ status }) => status === 'verified') || (await hasPasskey(tx.query, bearer.userId));
  if (isProtected && !(await isAal2Session(tx.query, bearer.sessionId))) throw new AuthError('aal2_to_enroll');
}

/**
 * The text as a QR code in SVG. Colours are given by name: supabase-js puts the SVG unescaped into a data URL, which a
 * `#` would end (protocol.md 1.3).
 */
export function qrCodeSvg(text: string): string {
  const svg = renderSVG(text, { ecc: 'M', border: 4, whiteColor: 'white', blackColor: 'black' });
  // Without it thin lines are seen between the squares.
  return svg.replace('<svg', '<svg shape-rendering="crispEdges"');
}

/** DELETE /factors/:id: removes an authenticator app. Sessions that reached aal2 with it return to aal1. */
export async function factorsDelete(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const bearer = await requireBearer(deps, c);
  const id = await inAuthTransaction(deps, async (tx) => {
    const user = await loadBearer(tx, bearer, true);
    const factor = await requireFactor(tx.query, user.id, c.req.param('id') ?? '');
    if (factor.status === 'verified') {
      if (!(await isAal2Session(tx.query, bearer.sessionId))) throw new AuthError('aal2_to_unenroll');
      const others = (await listFactors(tx.query, user.id)).filter((one) => one.id !== factor.id);
      const leavesOnlyCodes =
        others.some(({ factor_type: type }) => type === 'recovery_code') &&
        !others.some(({ factor_type: type, status }) => type === 'totp' && status === 'verified');
      if (leavesOnlyCodes) throw new AuthError('mfa_recovery_codes_sole_factor');
    }
    await deleteFactor(tx.query, factor.id);
    return factor.id;
  });
  return c.json({ id });
}

/** How many seconds a challenge is valid (protocol.md 1.3). */
const CHALLENGE_S = 300;

/** POST /factors/:id/challenge: creates a challenge, valid for CHALLENGE_S seconds and from this address. */
export async function factorsChallenge(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const bearer = await requireBearer(deps, c);
  const client = clientInfo(c);
  await deps.limits.requireVerification(client.address);
  const id = randomUUID();
  const now = deps.now();
  await inAuthTransaction(deps, async (tx) => {
    // The last statement needs the factor for itself, to which a challenge that is made at the same time refers.
    const user = await loadBearer(tx, bearer, true);
    const factor = await requireFactor(tx.query, user.id, c.req.param('id') ?? '');
    await tx.query(`delete from auth.mfa_challenges where factor_id = $1 and created_at < $2`, [
      factor.id,
      new Date(now.getTime() - CHALLENGE_S * 1000).toISOString(),
    ]);
    await tx.query('insert into auth.mfa_challenges (id, factor_id, created_at, ip_address) values ($1, $2, $3, $4)', [
      id,
      factor.id,
      now.toISOString(),
      challengeAddress(client.address),
    ]);
    // The column is unique in GoTrue's schema; `deps.now()` has milliseconds only.
    await tx.query('update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = $1', [factor.id]);
  });
  return c.json({ id, type: 'totp', expires_at: Math.floor(now.getTime() / 1000) + CHALLENGE_S });
}

/** The address as the challenge stores it: the column is not null. */
function challengeAddress(address: string): string {
  return isIP(address) ? address : '::';
}

const Verify = z.object({ challenge_id: z.string().nullish(), code: z.string().max(100).nullish() });

/**
 * POST /factors/:id/verify: an aal2 session in exchange for a code of the app. The first code also verifies the factor.
 */
export async function factorsVerify(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const bearer = await requireBearer(deps, c);
  const { challenge_id: challengeId, code } = await readAuthBody(c, Verify);
  if (!code) throw new AuthError('validation_failed', 'Code needs to be non-empty');
  await inAuthTransaction(deps, (tx) => loadBearer(tx, bearer));
  await deps.limits.requireMfa(bearer.userId);
  const address = challengeAddress(clientInfo(c).address);
  const session = await inAuthTransaction(deps, async (tx) => {
    const user = await loadBearer(tx, bearer, true);
    const factor = await requireFactor(tx.query, user.id, c.req.param('id') ?? '');
    if (factor.status === 'unverified') await requireEnroller(tx, bearer, await listFactors(tx.query, user.id));
    await takeChallenge(tx.query, { id: challengeId ?? '', factorId: factor.id, address, now: deps.now() });
    await takeCode(tx, factor.id, code);
    await settle(tx.query, user.id, factor.id, deps.now());
    return stepUpSession(tx, user, bearer, { factorId: factor.id, method: 'totp' });
  });
  await deps.limits.forgetMfaAttempts(bearer.userId);
  return c.json(session);
}

type Answer = { id: string; factorId: string; address: string; now: Date };

/** Marks the challenge as used. A wrong code rolls this back with the transaction. */
async function takeChallenge(query: RunQuery, { id, factorId, address, now }: Answer): Promise<void> {
  const { rows } = await query(
    `select verified_at, ip_address = $3::inet as is_same_address, extract(epoch from created_at)::float8 as made_at
     from auth.mfa_challenges where id = $1 and factor_id = $2 for update`,
    [UUID.test(id) ? id : null, factorId, address],
  );
  const challenge = rows[0] as { verified_at: string | null; is_same_address: boolean; made_at: number } | undefined;
  if (!challenge) throw new AuthError('mfa_challenge_not_found');
  if (challenge.verified_at || !challenge.is_same_address) throw new AuthError('mfa_ip_address_mismatch');
  if (now.getTime() / 1000 - challenge.made_at > CHALLENGE_S) throw new AuthError('mfa_challenge_expired');
  await query('update auth.mfa_challenges set verified_at = $2 where id = $1', [id, now.toISOString()]);
}

/** Each code is accepted once, and only in the order of time steps (RFC 6238 §5.2). */
async function takeCode(tx: AuthTx, factorId: string, code: string): Promise<void> {
  const { rows } = await tx.query('select secret from auth.mfa_factors where id = $1', [factorId]);
  const step = totpStep(openSecret(tx.keys, factorId, rows[0]?.secret as string), code, tx.now());
  if (step === null) throw new AuthError('mfa_verification_failed');
  const { rowCount } = await tx.query(
    `insert into auth.mfa_totp_steps as kept (factor_id, step) values ($1, $2)
     on conflict (factor_id) do update set step = excluded.step where kept.step < excluded.step`,
    [factorId, step],
  );
  if (rowCount === 0) throw new AuthError('mfa_verification_failed');
}

async function settle(query: RunQuery, userId: string, factorId: string, now: Date): Promise<void> {
  await query(
    `update auth.mfa_factors set status = 'verified', updated_at = $2 where id = $1 and status = 'unverified'`,
    [factorId, now.toISOString()],
  );
  await query(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified'`, [userId]);
}

type Proof = { factorId: string; method: 'totp' | 'mfa/recovery_code' };

/**
 * After MFA: raises the session of the bearer to aal2, with new tokens, and deletes the user's sessions below aal2
 * (protocol.md 1.3).
 */
export async function stepUpSession(
  tx: AuthTx,
  user: UserRow,
  { sessionId }: Bearer,
  proof: Proof,
): Promise<SessionAnswer> {
  const now = tx.now();
  const at = now.toISOString();
  await tx.query(`update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = $3 where id = $1`, [
    sessionId,
    proof.factorId,
    at,
  ]);
  await tx.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values ($1, $2, $3, $3, $4)
     on conflict (session_id, authentication_method) do update set created_at = $3, updated_at = $3`,
    [randomUUID(), sessionId, at, proof.method],
  );
  await endSessionsWhere(tx.query, user.id, `id <> $2 and aal is distinct from 'aal2'`, sessionId);
  const refreshToken = await replaceRefreshTokens(tx.query, { id: sessionId, userId: user.id }, now);
  return answerSession(tx, user, sessionId, refreshToken);
}
