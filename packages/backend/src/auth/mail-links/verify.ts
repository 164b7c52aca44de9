import { z } from 'zod';
import { type AuthDeps, type AuthTx, clientInfo, inAuthTransaction, readAuthBody } from '../auth-deps.ts';
import type { BackendContext } from '../../http/env.ts';
import { requireEmailAddress } from '../accounts/email-address.ts';
import { AuthError, toAuthError } from '../errors.ts';
import { findAccountOf } from '../sessions/known-clients.ts';
import { type ClientInfo, openSession, sessionFragment } from '../sessions/sessions.ts';
import { linkToken } from './one-time-tokens.ts';
import { redirectOf } from './redirect-to.ts';
import {
  HALF_CONFIRMED,
  type PresentedToken,
  type VerifyType,
  isPkceLink,
  requireVerifyType,
  verifyLink,
  verifyToken,
} from './verify-token.ts';

/**
 * GET /verify: the link of a mail. Redirects to the site with a session, a message or an error in the fragment; in the
 * PKCE flow with an authorization code, a message or an error in the query.
 */
export async function verifyGet(deps: AuthDeps, c: BackendContext): Promise<Response> {
  // Mail scanners request links with HEAD, which must not consume them.
  if (c.req.method === 'HEAD') return c.body(null, 200);
  const client = clientInfo(c);
  await deps.limits.requireVerification(client.address);
  const type = requireVerifyType(c.req.query('type'));
  const link = c.req.query('token') ?? c.req.query('token_hash');
  if (!link) throw new AuthError('validation_failed', 'Verify requires a token or a token hash');

  const landing = await inAuthTransaction(deps, (tx) => followLink(tx, { type, link, client })).catch(errorLanding);
  c.header('Cache-Control', 'no-store');
  c.header('Referrer-Policy', 'no-referrer');
  return c.redirect(addressOf(redirectOf(deps, c), landing, isPkceLink(link)), 303);
}

/** What the address that the visitor is sent to holds: an authorization code, or parameters in its fragment. */
type Landing = { code: string } | { fragment: URLSearchParams };

async function followLink(tx: AuthTx, followed: Omit<PresentedToken, 'isCode'>): Promise<Landing> {
  const { user, code } = await verifyLink(tx, followed);
  if (code !== null) return { code };
  if (!user) return { fragment: new URLSearchParams({ message: HALF_CONFIRMED, sb: '' }) };
  const session = await openSession(tx, user, 'otp', followed.client);
  return { fragment: sessionFragment(session, { type: followed.type }) };
}

/** In the PKCE flow the client reads the query; messages and errors are in both. */
function addressOf(redirectTo: string, landing: Landing, isPkce: boolean): string {
  const target = new URL(redirectTo);
  if ('code' in landing) {
    target.searchParams.set('code', landing.code);
    return target.href;
  }
  target.hash = landing.fragment.toString();
  if (!isPkce) return target.href;
  for (const [name, value] of landing.fragment) if (name !== 'sb') target.searchParams.set(name, value);
  return target.href;
}

/** The error for the page that the visitor reaches. Errors with status 5xx are rethrown. */
function errorLanding(error: unknown): Landing {
  const { status, code, message } = toAuthError(error);
  if (status >= 500) throw error;
  const params = { error: 'access_denied', error_code: code, error_description: message, sb: '' };
  return { fragment: new URLSearchParams(params) };
}

const Verify = z.object({
  type: z.string().nullish(),
  token: z.string().nullish(),
  token_hash: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
});

/** POST /verify: a session in exchange for the address with the code of a mail, or for the token of the link. */
export async function verifyPost(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const client = clientInfo(c);
  await deps.limits.requireVerification(client.address);
  const body = await readAuthBody(c, Verify);
  rejectPhone(body);
  const type = requireVerifyType(body.type);
  const presented = presentedToken(deps, type, body, client);
  const verify = () =>
    inAuthTransaction(deps, async (tx) => {
      const user = await verifyToken(tx, presented);
      return user && openSession(tx, user, 'otp', client);
    });
  const session = await (presented.isCode ? countingGuess(deps, presented.email, client, verify) : verify());
  return c.json(session ?? { msg: HALF_CONFIRMED, code: '200' });
}

type Presented = PresentedToken & ({ isCode: false } | { isCode: true; email: string });

function presentedToken(deps: AuthDeps, type: VerifyType, body: z.infer<typeof Verify>, client: ClientInfo): Presented {
  if (body.token_hash) {
    if (body.email || body.phone || body.token) {
      throw new AuthError('validation_failed', 'Only the token_hash and type should be provided');
    }
    return { type, link: body.token_hash, isCode: false, client };
  }
  if (!body.token) throw new AuthError('validation_failed', 'Verify requires a token or a token hash');
  if (!body.email) {
    throw new AuthError('validation_failed', 'Only an email address or phone number should be provided on verify');
  }
  const email = requireEmailAddress(body.email);
  return { type, link: linkToken(deps.keys, email, body.token), isCode: true, email, client };
}

/** Counts the code as wrong before it is checked, so that concurrent guesses count. */
async function countingGuess<T>(
  deps: AuthDeps,
  email: string,
  client: ClientInfo,
  verify: () => Promise<T>,
): Promise<T> {
  const { knownAs } = await findAccountOf(deps, email, client);
  const point = await deps.limits.takeCode({ email, address: client.address, knownAs });
  try {
    const verified = await verify();
    await point.forget();
    return verified;
  } catch (error) {
    // The error of a code says "token", not "link".
    if (error instanceof AuthError && error.code === 'otp_expired') throw new AuthError('otp_expired');
    await point.giveBack();
    throw error;
  }
}

/**
 * Nobody has confirmed a phone, so that no code of one is valid; the error is that of a wrong code. Throws AuthError
 * `validation_failed`, or `otp_expired`.
 */
function rejectPhone(body: z.infer<typeof Verify>): void {
  const [type, phone] = [body.type ?? '', body.phone ?? ''];
  const isPhoneType = type === 'sms' || type === 'phone_change';
  if (!phone && !isPhoneType) return;
  if (!phone || body.email) {
    throw new AuthError('validation_failed', 'Only an email address or phone number should be provided on verify');
  }
  if (!body.token) throw new AuthError('validation_failed', 'Verify requires a token or a token hash');
  if (!/^\+?[1-9]\d{1,14}$/.test(phone.replaceAll(' ', ''))) {
    throw new AuthError('validation_failed', 'Invalid phone number format (E.164 required)');
  }
  throw isPhoneType
    ? new AuthError('otp_expired')
    : new AuthError('validation_failed', 'Invalid sms verification type');
}
