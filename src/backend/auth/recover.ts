import { z } from 'zod';
import { asBackend } from '../database/as-caller.ts';
import type { Endpoint } from '../http/env.ts';
import type { AuthDeps } from './auth-deps.ts';
import { clientInfo } from './auth-deps.ts';
import { requireEmailAddress } from './email-address.ts';
import { AuthError } from './errors.ts';
import { requireUnsentMailPause } from './mail-frequency.ts';
import { readAuthBody } from './read-body.ts';
import { redirectOf } from './redirect-to.ts';
import { withPlaceholderUser } from './placeholder-user.ts';
import { sendRecovery } from './send-account-mail.ts';
import { findUserByEmail } from './users.ts';

const Recover = z.object({ email: z.string().nullish() });

/** POST /recover: mails a link for a new password. Answers `{}` whether or not the account exists. */
export function recover(deps: AuthDeps): Endpoint {
  return async (c) => {
    await deps.limits.requireMail(clientInfo(c).address);
    const body = await readAuthBody(c, Recover);
    if (!body.email) throw new AuthError('validation_failed', 'Password recovery requires an email');
    const email = requireEmailAddress(body.email);
    await deps.limits.requireMailTo(email);
    const redirectTo = redirectOf(deps, c);
    await asBackend(deps.database, async (query) => {
      const user = await findUserByEmail(query, email, true);
      if (user) return sendRecovery(deps, query, user, redirectTo);
      await requireUnsentMailPause(query, deps, 'recovery', email);
      const newUser = { passwordHash: null, data: {}, now: deps.now() };
      return withPlaceholderUser(query, newUser, (placeholder) => sendRecovery(deps, query, placeholder, redirectTo));
    });
    deps.outbox.wake();
    return c.json({});
  };
}
