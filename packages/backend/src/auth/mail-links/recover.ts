import { z } from 'zod';
import { asBackend } from '../../database/as-caller.ts';
import type { RunQuery } from '../../database/connect.ts';
import type { BackendContext } from '../../http/env.ts';
import { type AuthDeps, clientInfo } from '../auth-deps.ts';
import { requireEmailAddress } from '../accounts/email-address.ts';
import { AuthError } from '../errors.ts';
import { type LinkTarget, linkTargetOf } from './redirect-to.ts';
import { countingMailTo, requireAddressPause } from './mail-frequency.ts';
import { readAuthBody } from '../read-body.ts';
import { pkceFields } from './pkce.ts';
import { findUserByEmail, type UserRow, withPlaceholderUser } from '../accounts/users.ts';
import { sendSignInLink } from './send-account-mail.ts';

const Recover = z.object({ email: z.string().nullish(), ...pkceFields });

/** POST /recover: mails a link for a new password. Answers `{}` whether or not the account exists. */
export async function recover(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const client = clientInfo(c);
  await deps.limits.requireMail(client.address);
  const body = await readAuthBody(c, Recover);
  if (!body.email) throw new AuthError('validation_failed', 'Password recovery requires an email');
  const email = requireEmailAddress(body.email);
  const target = linkTargetOf(deps, c, body);
  await countingMailTo(deps, email, client, () =>
    asBackend(deps.database, (query) => mailRecovery(deps, query, email, target)),
  );
  deps.outbox.wake();
  return c.json({});
}

async function mailRecovery(deps: AuthDeps, query: RunQuery, email: string, target: LinkTarget): Promise<UserRow> {
  await requireAddressPause(query, deps, 'recovery', email);
  const user = await findUserByEmail(query, email, true);
  const send = (one: UserRow) => sendSignInLink(deps, query, one, 'recovery', target);
  const newUser = { passwordHash: null, data: {}, now: deps.now() };
  if (!user) return withPlaceholderUser(query, newUser, send);
  // As much work as for an unknown address.
  await withPlaceholderUser(query, newUser, async () => {});
  return send(user);
}
