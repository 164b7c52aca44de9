import { z } from 'zod';
import { asBackend } from '../../database/as-caller.ts';
import type { RunQuery } from '../../database/connect.ts';
import type { BackendContext } from '../../http/env.ts';
import { type AuthDeps, clientInfo } from '../auth-deps.ts';
import { requireEmailAddress } from '../accounts/email-address.ts';
import { AuthError } from '../errors.ts';
import { type LinkTarget, linkTargetOf } from './redirect-to.ts';
import { countingMailTo, requireAddressPause, requireMailPause, requireNoAddressPause } from './mail-frequency.ts';
import { pkceFields } from './pkce.ts';
import {
  changeUser,
  findUserByEmail,
  insertUser,
  type Metadata,
  userMetadata,
  type UserRow,
  withPlaceholderUser,
} from '../accounts/users.ts';
import { readAuthBody } from '../read-body.ts';
import { sendConfirmation, sendSignInLink } from './send-account-mail.ts';

const Otp = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  channel: z.string().nullish(),
  create_user: z.boolean().nullish(),
  data: userMetadata.nullish(),
  ...pkceFields,
});
const MagicLink = Otp.omit({ phone: true, channel: true, create_user: true });

type LinkRequest = { email: string; data: Metadata; mayCreate: boolean; target: LinkTarget };

/** POST /otp: mails a link and a code that sign in, to a new account too unless `create_user` is false. Answers `{}`. */
export async function otp(deps: AuthDeps, c: BackendContext): Promise<Response> {
  await deps.limits.requireMail(clientInfo(c).address);
  const body = await readAuthBody(c, Otp);
  if (body.phone && body.email) {
    throw new AuthError('validation_failed', 'Only an email address or phone number should be provided');
  }
  if (body.phone) throw new AuthError('phone_provider_disabled');
  if (!body.email) throw new AuthError('validation_failed', 'One of email or phone must be set');
  if (body.channel) throw new AuthError('validation_failed', 'Channel should only be specified with Phone OTP');
  return answer(deps, c, body, body.create_user ?? true);
}

/** POST /magiclink: the older form of POST /otp, for an e-mail address and always with `create_user`. */
export async function magicLink(deps: AuthDeps, c: BackendContext): Promise<Response> {
  await deps.limits.requireMail(clientInfo(c).address);
  return answer(deps, c, await readAuthBody(c, MagicLink), true);
}

async function answer(deps: AuthDeps, c: BackendContext, body: z.infer<typeof MagicLink>, createUser: boolean) {
  if (!deps.settings.auth.emailLinks) throw new AuthError('otp_disabled');
  const email = requireEmailAddress(body.email ?? '');
  const target = linkTargetOf(deps, c, body);
  const mayCreate = createUser && deps.settings.allowSignup;
  const request = { email, data: body.data ?? {}, mayCreate, target };
  await countingMailTo(deps, email, clientInfo(c), () =>
    asBackend(deps.database, (query) => mailLink(deps, query, request)),
  );
  deps.outbox.wake();
  return c.json({});
}

/**
 * Mails the link. Answers alike, with the same work, whether or not the address has an account, as sign-up does
 * (decision 29); only without confirmation of addresses, where sign-up reveals accounts too, an unknown address is
 * rejected as by GoTrue. The link of an account that nobody has confirmed takes away its password (decision 15).
 */
async function mailLink(deps: AuthDeps, query: RunQuery, request: LinkRequest): Promise<unknown> {
  const { email, data, mayCreate, target } = request;
  await requireNoAddressPause(query, deps, 'confirmation', email);
  const newUser = { passwordHash: null, data, now: deps.now() };
  const created = mayCreate ? await insertUser(query, { ...newUser, email, confirmedBy: null }) : null;
  if (created) return sendConfirmation(deps, query, created, target);

  const known = await findUserByEmail(query, email, true);
  if (!known && !deps.settings.confirmEmail) throw new AuthError('otp_disabled');
  if (known && known.confirmed_at === null) return mailUnconfirmed(deps, query, known, target);
  await requireAddressPause(query, deps, 'confirmation', email);
  const send = (user: UserRow) => sendSignInLink(deps, query, user, 'magiclink', target);
  if (!known) return withPlaceholderUser(query, newUser, send);
  // As much work as for an unknown address; with `mayCreate` inserting was tried above.
  if (!mayCreate) await withPlaceholderUser(query, newUser, async () => {});
  return send(known);
}

/** An invited account keeps its data, and gets the invitation again. */
async function mailUnconfirmed(deps: AuthDeps, query: RunQuery, user: UserRow, target: LinkTarget): Promise<UserRow> {
  if (user.invited_at !== null) return sendConfirmation(deps, query, user, target);
  requireMailPause(user.confirmation_sent_at, deps.now());
  await sendSignInLink(deps, query, user, 'magiclink', target);
  return changeUser(query, user.id, { confirmation_sent_at: deps.now().toISOString() }, deps.now());
}
