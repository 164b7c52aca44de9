import { z } from 'zod';
import { asBackend } from '../database/as-caller.ts';
import type { AuthRoom, Endpoint } from './auth-room.ts';
import { clientOf } from './auth-room.ts';
import { requireEmailAddress } from './email-address.ts';
import { AuthFault } from './errors.ts';
import { linkToken } from './one-time-tokens.ts';
import { readBody } from './read-body.ts';
import { HALF_CONFIRMED, requireVerifyType, verifyToken } from './verify-token.ts';

const Verify = z.object({
  type: z.string().nullish(),
  token: z.string().nullish(),
  token_hash: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
});

/** POST /verify: a session for the code of a mail with its address, or for the link's token alone. */
export function verifyPost(room: AuthRoom): Endpoint {
  return async (c) => {
    const client = clientOf(c);
    await room.limits.requireVerification(client.address);
    const body = await readBody(c, Verify);
    const type = requireVerifyType(body.type);
    const link = await linkOf(room, body);
    const { session } = await asBackend(room.database, (query) =>
      verifyToken(room, query, { type, link }, client),
    ).catch((error: unknown) => {
      // A code is "a token", not "a link".
      throw body.token && error instanceof AuthFault && error.code === 'otp_expired'
        ? new AuthFault('otp_expired')
        : error;
    });
    return c.json(session ?? { msg: HALF_CONFIRMED, code: '200' });
  };
}

async function linkOf(room: AuthRoom, body: z.infer<typeof Verify>): Promise<string> {
  if (body.phone) throw new AuthFault('phone_provider_disabled');
  if (body.token_hash) {
    if (body.email || body.token) {
      throw new AuthFault('validation_failed', 'Only the token_hash and type should be provided');
    }
    return body.token_hash;
  }
  if (!body.token) throw new AuthFault('validation_failed', 'Verify requires a token or a token hash');
  if (!body.email) {
    throw new AuthFault('validation_failed', 'Only an email address or phone number should be provided on verify');
  }
  const email = requireEmailAddress(body.email);
  await room.limits.requireCode(email);
  return linkToken(room.keys, email, body.token);
}
