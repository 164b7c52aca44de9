import { z } from 'zod';
import { asBackend } from '../database/as-caller.ts';
import type { Endpoint } from '../http/env.ts';
import type { AuthDeps } from './auth-deps.ts';
import { clientInfo } from './auth-deps.ts';
import { requireEmailAddress } from './email-address.ts';
import { AuthError } from './errors.ts';
import { findAccountOf } from './known-clients.ts';
import { linkToken } from './one-time-tokens.ts';
import { readAuthBody } from './read-body.ts';
import { type ClientInfo, openSession } from './sessions.ts';
import type { PresentedToken, VerifyType } from './verify-token.ts';
import { HALF_CONFIRMED, requireVerifyType, verifyToken } from './verify-token.ts';

const Verify = z.object({
  type: z.string().nullish(),
  token: z.string().nullish(),
  token_hash: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
});

/** POST /verify: a session in exchange for the address with the code of a mail, or for the token of the link. */
export function verifyPost(deps: AuthDeps): Endpoint {
  return async (c) => {
    const client = clientInfo(c);
    await deps.limits.requireVerification(client.address);
    const body = await readAuthBody(c, Verify);
    rejectPhone(body);
    const type = requireVerifyType(body.type);
    const presented = presentedToken(deps, type, body, client);
    const verify = () =>
      asBackend(deps.database, async (query) => {
        const user = await verifyToken(deps, query, presented);
        return user && openSession(deps, query, user, 'otp', client);
      });
    const session = await (presented.isCode ? countingGuess(deps, presented.email, client, verify) : verify());
    return c.json(session ?? { msg: HALF_CONFIRMED, code: '200' });
  };
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
  const { knownAs } = await asBackend(deps.database, (query) => findAccountOf(query, deps, email, client));
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
