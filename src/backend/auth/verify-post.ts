import { z } from 'zod';
import { asBackend } from '../database/as-caller.ts';
import type { Endpoint } from '../http/env.ts';
import type { AuthDeps } from './auth-deps.ts';
import { clientInfo } from './auth-deps.ts';
import { requireEmailAddress } from './email-address.ts';
import { AuthError } from './errors.ts';
import { linkToken } from './one-time-tokens.ts';
import { readAuthBody } from './read-body.ts';
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
    const type = requireVerifyType(body.type);
    const link = await linkOf(deps, body);
    const { session } = await asBackend(deps.database, (query) =>
      verifyToken(deps, query, { type, link }, client),
    ).catch((error: unknown) => {
      // The error of a code says "token", not "link".
      throw body.token && error instanceof AuthError && error.code === 'otp_expired'
        ? new AuthError('otp_expired')
        : error;
    });
    return c.json(session ?? { msg: HALF_CONFIRMED, code: '200' });
  };
}

async function linkOf(deps: AuthDeps, body: z.infer<typeof Verify>): Promise<string> {
  if (body.phone) throw new AuthError('phone_provider_disabled');
  if (body.token_hash) {
    if (body.email || body.token) {
      throw new AuthError('validation_failed', 'Only the token_hash and type should be provided');
    }
    return body.token_hash;
  }
  if (!body.token) throw new AuthError('validation_failed', 'Verify requires a token or a token hash');
  if (!body.email) {
    throw new AuthError('validation_failed', 'Only an email address or phone number should be provided on verify');
  }
  const email = requireEmailAddress(body.email);
  await deps.limits.requireCode(email);
  return linkToken(deps.keys, email, body.token);
}
