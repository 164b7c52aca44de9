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
import { findUserByEmail, withPlaceholderUser } from '../accounts/users.ts';
import { sendConfirmation, sendEmailChange } from './send-account-mail.ts';

const Resend = z.object({
  type: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  ...pkceFields,
});
type ResendType = 'signup' | 'email_change';

/** POST /resend: sends a confirmation mail again. Answers `{}` even when there is nothing to confirm. */
export async function resend(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const client = clientInfo(c);
  await deps.limits.requireMail(client.address);
  const body = await readAuthBody(c, Resend);
  const type = requireResendType(body.type);
  if (!body.email) throw new AuthError('validation_failed', 'Type provided requires an email address');
  const email = requireEmailAddress(body.email);
  const target = linkTargetOf(deps, c, body);
  await countingMailTo(deps, email, client, () =>
    asBackend(deps.database, (query) => sendAgain(deps, query, type, email, target)),
  );
  deps.outbox.wake();
  return c.json({});
}

function requireResendType(type: string | null | undefined): ResendType {
  if (!type)
    throw new AuthError('validation_failed', 'Missing one of these types: signup, email_change, sms, phone_change');
  if (type === 'sms' || type === 'phone_change') throw new AuthError('phone_provider_disabled');
  if (type !== 'signup' && type !== 'email_change') {
    throw new AuthError('validation_failed', 'Missing one of these types: signup, email_change, sms, phone_change');
  }
  return type;
}

async function sendAgain(
  deps: AuthDeps,
  query: RunQuery,
  type: ResendType,
  email: string,
  target: LinkTarget,
): Promise<void> {
  const user = await findUserByEmail(query, email, true);
  if (type === 'signup' && user && user.confirmed_at === null) {
    await sendConfirmation(deps, query, user, target);
  } else if (type === 'email_change' && user?.email_change) {
    await sendEmailChange(deps, query, user, user.email_change, target);
  } else {
    await requireAddressPause(query, deps, type === 'signup' ? 'confirmation' : type, email);
    const newUser = { passwordHash: null, data: {}, now: deps.now() };
    await withPlaceholderUser(query, newUser, (placeholder) =>
      type === 'signup'
        ? sendConfirmation(deps, query, placeholder, target)
        : sendEmailChange(deps, query, placeholder, placeholder.email ?? '', target),
    );
  }
}
