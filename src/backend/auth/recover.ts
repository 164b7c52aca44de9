import { z } from 'zod';
import { asBackend } from '../database/as-caller.ts';
import type { AuthRoom, Endpoint } from './auth-room.ts';
import { clientOf } from './auth-room.ts';
import { requireEmailAddress } from './email-address.ts';
import { AuthFault } from './errors.ts';
import { readBody } from './read-body.ts';
import { redirectOf } from './redirect-of.ts';
import { withPlaceholderUser } from './placeholder-user.ts';
import { sendRecovery } from './send-account-mail.ts';
import { findUserByEmail } from './users.ts';

const Recover = z.object({ email: z.string().nullish() });

/** POST /recover: mails a link for a new password; `{}` whether or not there is such an account. */
export function recover(room: AuthRoom): Endpoint {
  return async (c) => {
    await room.limits.requireMail(clientOf(c).address);
    const body = await readBody(c, Recover);
    if (!body.email) throw new AuthFault('validation_failed', 'Password recovery requires an email');
    const email = requireEmailAddress(body.email);
    await room.limits.requireMailTo(email);
    const redirectTo = redirectOf(room, c);
    await asBackend(room.database, async (query) => {
      const user = await findUserByEmail(query, email, true);
      if (user) return sendRecovery(room, query, user, redirectTo);
      room.unsentMails.requirePause('recovery', email, room.now());
      const nobody = { passwordHash: null, data: {}, now: room.now() };
      return withPlaceholderUser(query, nobody, (placeholder) => sendRecovery(room, query, placeholder, redirectTo));
    });
    room.outbox.wake();
    return c.json({});
  };
}
