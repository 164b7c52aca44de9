import { randomUUID } from 'node:crypto';
import { toString } from 'qrcode';
import { z } from 'zod';
import { asBackend } from '../../database/as-caller.ts';
import type { RunQuery } from '../../database/connect.ts';
import type { BackendContext } from '../../http/env.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { AuthError } from '../errors.ts';
import { readAuthBody } from '../read-body.ts';
import { type Bearer, loadBearer, requireBearer } from '../sessions/require-user.ts';
import { isAal2Session } from '../sessions/sessions.ts';
import { deleteFactor, insertFactor, listFactors, requireFactor } from './factors.ts';
import { makeTotpSecret, sealSecret, totpUri } from './totp.ts';

const Enroll = z.object({
  friendly_name: z.string().trim().max(100).nullish(),
  factor_type: z.string().nullish(),
  issuer: z.string().trim().max(100).nullish(),
});

/** GoTrue's default limit. */
const MAX_FACTORS = 10;
/** Unverified factors are deleted after this time; until then they block a new factor of the same name. */
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
  const user = await asBackend(deps.database, async (query) => {
    const owner = await loadBearer(deps, query, bearer, true);
    if (owner.is_anonymous) throw new AuthError('anonymous_not_allowed');
    await requireSpace(deps, query, bearer, name);
    const sealed = sealSecret(deps.keys, id, secret);
    const factor = { id, userId: owner.id, name, type: 'totp', status: 'unverified', secret: sealed } as const;
    await insertFactor(query, { ...factor, now: deps.now() });
    return owner;
  });
  const issuer = body.issuer || new URL(deps.settings.siteUrl).host;
  const uri = totpUri(secret, { issuer, account: user.email ?? '' });
  const totp = { qr_code: await qrCodeSvg(uri), secret, uri };
  return c.json({ id, type: 'totp', friendly_name: name ?? '', totp });
}

function requireTotp(type: string | null | undefined): void {
  if (type === 'totp') return;
  if (type === 'phone') throw new AuthError('mfa_phone_enroll_not_enabled');
  if (type === 'webauthn') throw new AuthError('mfa_webauthn_enroll_not_enabled');
  throw new AuthError('validation_failed', 'factor_type needs to be totp, phone, or webauthn');
}

async function requireSpace(deps: AuthDeps, query: RunQuery, bearer: Bearer, name: string | null): Promise<void> {
  await query(
    `delete from auth.mfa_factors
     where user_id = $1 and status = 'unverified' and created_at < $2::timestamptz - ${UNVERIFIED_FOR}`,
    [bearer.userId, deps.now().toISOString()],
  );
  const factors = await listFactors(query, bearer.userId);
  if (name && factors.some(({ friendly_name }) => friendly_name === name)) {
    throw new AuthError('mfa_factor_name_conflict');
  }
  if (factors.length >= MAX_FACTORS) throw new AuthError('too_many_enrolled_mfa_factors');
  const isProtected = factors.some(({ status }) => status === 'verified');
  if (isProtected && !(await isAal2Session(query, bearer.sessionId))) throw new AuthError('aal2_to_enroll');
}

/**
 * The text as a QR code in SVG. Colours are given by name: supabase-js puts the SVG unescaped into a data URL, which a
 * `#` would end (protocol.md 1.3).
 */
export async function qrCodeSvg(text: string): Promise<string> {
  const svg = await toString(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 });
  return svg.trim().replaceAll('#ffffff', 'white').replaceAll('#000000', 'black');
}

/** DELETE /factors/:id: removes an authenticator app. Sessions that reached aal2 with it return to aal1. */
export async function factorsDelete(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const bearer = await requireBearer(deps, c);
  const id = await asBackend(deps.database, async (query) => {
    const user = await loadBearer(deps, query, bearer, true);
    const factor = await requireFactor(query, user.id, c.req.param('id') ?? '');
    if (factor.status === 'verified') {
      if (!(await isAal2Session(query, bearer.sessionId))) throw new AuthError('aal2_to_unenroll');
      const others = (await listFactors(query, user.id)).filter((one) => one.id !== factor.id);
      const leavesOnlyCodes =
        others.some(({ factor_type: type }) => type === 'recovery_code') &&
        !others.some(({ factor_type: type, status }) => type === 'totp' && status === 'verified');
      if (leavesOnlyCodes) throw new AuthError('mfa_recovery_codes_sole_factor');
    }
    await deleteFactor(query, factor.id);
    return factor.id;
  });
  return c.json({ id });
}
