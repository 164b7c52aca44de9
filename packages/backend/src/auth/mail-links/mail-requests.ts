import { z } from 'zod';
import { type AuthDeps, type AuthTx, clientInfo, inAuthTransaction, readAuthBody } from '../auth-deps.ts';
import { asBackend, asCaller } from '../../database/as-caller.ts';
import type { BackendContext } from '../../http/env.ts';
import { requireEmailAddress } from '../accounts/email-address.ts';
import { AuthError } from '../errors.ts';
import { type LinkTarget, linkTargetOf, redirectOf } from './redirect-to.ts';
import { countingMailTo, requireAddressPause, requireMailPause, requireNoAddressPause } from './mail-frequency.ts';
import { pkceFields } from './flow-state.ts';
import {
  type Metadata,
  type UserRow,
  changeUser,
  discardUnconfirmedData,
  findUserByEmail,
  insertUser,
  userMetadata,
  withPlaceholderUser,
} from '../accounts/users.ts';
import { sendConfirmation, sendEmailChange, sendInvite, sendSignInLink } from './send-account-mail.ts';
import { bearerOf } from '../../http/identify-caller.ts';
import { loadBearer, requireBearer } from '../sessions/require-user.ts';
import { showUser } from '../accounts/user-view.ts';

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
  return answerLink(deps, c, body, body.create_user ?? true);
}

/** POST /magiclink: the older form of POST /otp, for an e-mail address and always with `create_user`. */
export async function magicLink(deps: AuthDeps, c: BackendContext): Promise<Response> {
  await deps.limits.requireMail(clientInfo(c).address);
  return answerLink(deps, c, await readAuthBody(c, MagicLink), true);
}

async function answerLink(deps: AuthDeps, c: BackendContext, body: z.infer<typeof MagicLink>, createUser: boolean) {
  if (!deps.settings.auth.emailLinks) throw new AuthError('otp_disabled');
  const email = requireEmailAddress(body.email ?? '');
  const target = linkTargetOf(deps, c, body);
  const mayCreate = createUser && deps.settings.allowSignup;
  const request = { email, data: body.data ?? {}, mayCreate, target };
  await mailTo(deps, c, email, (tx) => mailLink(tx, request));
  return c.json({});
}

/** Runs `send`, counts it as a mail to the address, and wakes the delivery. */
async function mailTo<T>(
  deps: AuthDeps,
  c: BackendContext,
  email: string,
  send: (tx: AuthTx) => Promise<T>,
): Promise<T> {
  const sent = await countingMailTo(deps, email, clientInfo(c), () => inAuthTransaction(deps, send));
  deps.outbox.wake();
  return sent;
}

/**
 * Mails the link. Answers alike, with the same work, whether or not the address has an account, as sign-up does
 * (decision 29); only without confirmation of addresses, where sign-up reveals accounts too, an unknown address is
 * rejected as by GoTrue. The link of an account that nobody has confirmed takes away its password (decision 15).
 */
async function mailLink(tx: AuthTx, request: LinkRequest): Promise<unknown> {
  const { email, data, mayCreate, target } = request;
  await requireNoAddressPause(tx, 'confirmation', email);
  const newUser = { passwordHash: null, data, now: tx.now() };
  const created = mayCreate ? await insertUser(tx.query, { ...newUser, email, confirmedBy: null }) : null;
  if (created) return sendConfirmation(tx, created, target);

  const known = await findUserByEmail(tx.query, email, true);
  if (!known && !tx.settings.confirmEmail) throw new AuthError('otp_disabled');
  if (known && known.confirmed_at === null) return mailUnconfirmed(tx, known, target);
  await requireAddressPause(tx, 'confirmation', email);
  const send = (user: UserRow) => sendSignInLink(tx, user, 'magiclink', target);
  if (!known) return withPlaceholderUser(tx.query, newUser, send);
  // As much work as for an unknown address; with `mayCreate` inserting was tried above.
  if (!mayCreate) await withPlaceholderUser(tx.query, newUser, async () => {});
  return send(known);
}

/** An invited account keeps its data, and gets the invitation again. */
async function mailUnconfirmed(tx: AuthTx, user: UserRow, target: LinkTarget): Promise<UserRow> {
  if (user.invited_at !== null) return sendConfirmation(tx, user, target);
  requireMailPause(user.confirmation_sent_at, tx.now());
  await sendSignInLink(tx, user, 'magiclink', target);
  return changeUser(tx.query, user.id, { confirmation_sent_at: tx.now().toISOString() }, tx.now());
}

const Recover = z.object({ email: z.string().nullish(), ...pkceFields });

/** POST /recover: mails a link for a new password. Answers `{}` whether or not the account exists. */
export async function recover(deps: AuthDeps, c: BackendContext): Promise<Response> {
  await deps.limits.requireMail(clientInfo(c).address);
  const body = await readAuthBody(c, Recover);
  if (!body.email) throw new AuthError('validation_failed', 'Password recovery requires an email');
  const email = requireEmailAddress(body.email);
  const target = linkTargetOf(deps, c, body);
  await mailTo(deps, c, email, (tx) => mailRecovery(tx, email, target));
  return c.json({});
}

async function mailRecovery(tx: AuthTx, email: string, target: LinkTarget): Promise<UserRow> {
  await requireAddressPause(tx, 'recovery', email);
  const user = await findUserByEmail(tx.query, email, true);
  const send = (one: UserRow) => sendSignInLink(tx, one, 'recovery', target);
  const newUser = { passwordHash: null, data: {}, now: tx.now() };
  if (!user) return withPlaceholderUser(tx.query, newUser, send);
  // As much work as for an unknown address.
  await withPlaceholderUser(tx.query, newUser, async () => {});
  return send(user);
}

const Resend = z.object({
  type: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  ...pkceFields,
});
type ResendType = 'signup' | 'email_change';

/** POST /resend: sends a confirmation mail again. Answers `{}` even when there is nothing to confirm. */
export async function resend(deps: AuthDeps, c: BackendContext): Promise<Response> {
  await deps.limits.requireMail(clientInfo(c).address);
  const body = await readAuthBody(c, Resend);
  const type = requireResendType(body.type);
  if (!body.email) throw new AuthError('validation_failed', 'Type provided requires an email address');
  const email = requireEmailAddress(body.email);
  const target = linkTargetOf(deps, c, body);
  const send = () => mailTo(deps, c, email, (tx) => sendAgain(tx, type, email, target));
  await (type === 'email_change' ? countingNewAddress(deps, c, email, send) : send());
  return c.json({});
}

/** Counts a mail to the new address of the account too, and the same for an address without one, in as much time. */
async function countingNewAddress(deps: AuthDeps, c: BackendContext, email: string, send: () => Promise<void>) {
  const user = await asBackend(deps.database, (query) => findUserByEmail(query, email));
  return countingMailTo(deps, user?.email_change || `new ${email}`, clientInfo(c), send);
}

function requireResendType(type: string | null | undefined): ResendType {
  if (type === 'sms' || type === 'phone_change') throw new AuthError('phone_provider_disabled');
  if (type !== 'signup' && type !== 'email_change') {
    throw new AuthError('validation_failed', 'Missing one of these types: signup, email_change, sms, phone_change');
  }
  return type;
}

async function sendAgain(tx: AuthTx, type: ResendType, email: string, target: LinkTarget): Promise<void> {
  const user = await findUserByEmail(tx.query, email, true);
  if (type === 'signup' && user && user.confirmed_at === null) {
    await sendConfirmation(tx, user, target);
  } else if (type === 'email_change' && user?.email_change) {
    await sendEmailChange(tx, user, user.email_change, target);
  } else {
    await requireAddressPause(tx, type === 'signup' ? 'confirmation' : type, email);
    const newUser = { passwordHash: null, data: {}, now: tx.now() };
    await withPlaceholderUser(tx.query, newUser, (placeholder) =>
      type === 'signup'
        ? sendConfirmation(tx, placeholder, target)
        : sendEmailChange(tx, placeholder, placeholder.email ?? '', target),
    );
  }
}

const Invite = z.object({ email: z.string().nullish(), data: userMetadata.nullish() });

/**
 * POST /invite: creates an account without a password and mails a link to it. Allowed for the service key, as in
 * GoTrue, and for administrators (decision 7).
 */
export async function invite(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const invitedBy = await requireInviter(deps, c);
  const body = await readAuthBody(c, Invite);
  const email = requireEmailAddress(body.email ?? '');
  await deps.limits.requireMail(clientInfo(c).address);
  const answer = await mailTo(deps, c, email, async (tx) => {
    const user = await openInvitedAccount(tx, email, body.data ?? {});
    return showUser(tx.query, await sendInvite(tx, user, redirectOf(deps, c), invitedBy));
  });
  return c.json(answer);
}

/**
 * Allows the service key, and users for whom `is_admin()` is true. Returns the inviter's address, '' for the service key.
 * Throws AuthError `not_admin`.
 */
async function requireInviter(deps: AuthDeps, c: BackendContext): Promise<string> {
  const { claims } = await deps.keys.verify(bearerOf(c) ?? '');
  if (claims?.role === 'service_role') return '';
  const bearer = await requireBearer(deps, c);
  const user = await inAuthTransaction(deps, (tx) => loadBearer(tx, bearer));
  const caller = { role: 'authenticated', claims: { ...claims, role: 'authenticated' } } as const;
  const { rows } = await asCaller(deps.database, caller, { readOnly: true }, (query) =>
    query('select public.is_admin() as is_admin'),
  ).catch(withoutAdministrators);
  if (rows[0]?.is_admin !== true) throw new AuthError('not_admin');
  return user.email ?? '';
}

/** Only projects with administrators have the function. */
function withoutAdministrators(error: Error & { code?: string }): never {
  throw error.code === '42883' ? new AuthError('not_admin') : error;
}

/**
 * Creates the account, or takes over an unconfirmed one without its password and metadata: the person who registered
 * the address first must not know the password of an account that an administrator trusts. Metadata of an earlier
 * invitation is kept unless this one overrides it. Throws AuthError `email_exists`.
 */
async function openInvitedAccount(tx: AuthTx, email: string, data: Metadata): Promise<UserRow> {
  const params = { email, passwordHash: null, data, confirmedBy: null, now: tx.now() };
  const inserted = await insertUser(tx.query, params);
  if (inserted) return inserted;
  const known = await findUserByEmail(tx.query, email, true);
  if (!known || known.confirmed_at !== null) throw new AuthError('email_exists');
  const before = known.invited_at === null ? {} : (known.raw_user_meta_data ?? {});
  return discardUnconfirmedData(tx.query, known, { ...before, ...data }, tx.now());
}
