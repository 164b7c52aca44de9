import type { AuthTx } from '../auth-deps.ts';
import type { AccountMailKind, Invitation, MailVariables } from './account-mails.ts';
import type { LinkTarget } from './redirect-to.ts';
import { type MailFlowMethod, insertFlow } from './flow-state.ts';
import {
  type MailLifetimes,
  type OneTimeTokenType,
  PKCE_PREFIX,
  forgetConfirmation,
  lifetimesOf,
  makeOneTimeToken,
} from './one-time-tokens.ts';
import { type UserRow, changeUser, isSelfRegistered } from '../accounts/users.ts';
import { requireMailPause } from './mail-frequency.ts';

type LinkMail = {
  kind: AccountMailKind;
  /** The parameter `type` of the link, which tells the client what was verified (protocol.md 1.3). */
  linkType: 'signup' | 'recovery' | 'magiclink' | 'email_change' | 'invite';
  tokenType: OneTimeTokenType;
  userId: string;
  to: string;
  /** The old and the new address of an e-mail change; otherwise the same address twice. */
  email: string;
  newEmail: string;
  target: LinkTarget;
  invitation?: Invitation;
};

/**
 * Mails the confirmation link to a new user, or the invitation again to an invited one. The mail to a user without a
 * password, who asked for a link (POST /otp), says only that it signs in. Throws AuthError `over_email_send_rate_limit`
 * within the pause.
 */
export async function sendConfirmation(
  tx: AuthTx,
  user: UserRow,
  target: LinkTarget,
  invitedBy = '',
): Promise<UserRow> {
  requireMailPause(user.confirmation_sent_at, tx.now());
  await sendLink(tx, {
    ...confirmationNames(user),
    tokenType: 'confirmation_token',
    ...ownAddress(user),
    target,
    invitation: { by: invitedBy, as: invitedAs(user) },
  });
  await beginFlow(tx, user, 'email/signup', target);
  return changeUser(tx.query, user.id, { confirmation_sent_at: tx.now().toISOString() }, tx.now());
}

/** As what an invited person was invited: `invited_as` of the metadata, which the inviter wrote. */
function invitedAs({ invited_at: invitedAt, raw_user_meta_data: data }: UserRow): string {
  const words = data?.['invited_as'];
  return invitedAt !== null && typeof words === 'string' ? words.slice(0, MAX_INVITED_AS) : '';
}

const MAX_INVITED_AS = 60;

function confirmationNames(user: UserRow): Pick<LinkMail, 'kind' | 'linkType'> {
  if (user.invited_at !== null) return { kind: 'invite', linkType: 'invite' };
  return { kind: user.encrypted_password ? 'confirmation' : 'magic_link', linkType: 'signup' };
}

/**
 * Marks the user as invited and mails the invitation, which names `invitedBy`. Throws AuthError
 * `over_email_send_rate_limit` within the pause.
 */
export async function sendInvite(tx: AuthTx, user: UserRow, redirectTo: string, invitedBy: string): Promise<UserRow> {
  const invited = await changeUser(tx.query, user.id, { invited_at: tx.now().toISOString() }, tx.now());
  return sendConfirmation(tx, invited, { redirectTo, pkce: null }, invitedBy);
}

/**
 * Mails a link that signs in: for a new password (`recovery`) or only for that (`magiclink`). It ends the link of an
 * earlier sign-up, which would keep the password of an unverified person (decision 15).
 */
export async function sendSignInLink(
  tx: AuthTx,
  user: UserRow,
  linkType: 'recovery' | 'magiclink',
  target: LinkTarget,
): Promise<UserRow> {
  const kind = linkType === 'recovery' ? 'recovery' : 'magic_link';
  await forgetConfirmation(tx.query, isSelfRegistered(user) ? user.id : null);
  await sendLink(tx, { kind, linkType, tokenType: 'recovery_token', ...ownAddress(user), target });
  await beginFlow(tx, user, linkType, target);
  return changeUser(tx.query, user.id, { recovery_sent_at: tx.now().toISOString() }, tx.now());
}

/**
 * Mails a confirmation link to the old and the new address; an anonymous user has only the new one, and gets a mail that
 * says what its link does to the account. Throws AuthError `over_email_send_rate_limit` within the pause.
 */
export async function sendEmailChange(
  tx: AuthTx,
  user: UserRow,
  newEmail: string,
  target: LinkTarget,
): Promise<UserRow> {
  requireMailPause(user.email_change_sent_at, tx.now());
  const linkType = 'email_change';
  const kind = user.email ? 'email_change' : 'add_address';
  const mail = { kind, linkType, userId: user.id, email: user.email || newEmail, newEmail, target } as const;
  if (user.email) await sendLink(tx, { ...mail, tokenType: 'email_change_token_current', to: user.email });
  await sendLink(tx, { ...mail, tokenType: 'email_change_token_new', to: newEmail });
  await beginFlow(tx, user, linkType, target);
  return requestEmailChange(tx, user, newEmail);
}

/** Stores which address was requested, and when. */
export async function requestEmailChange(tx: AuthTx, user: UserRow, newEmail: string): Promise<UserRow> {
  const email_change_sent_at = tx.now().toISOString();
  const changes = { email_change: newEmail, email_change_confirm_status: 0, email_change_sent_at };
  return changeUser(tx.query, user.id, changes, tx.now());
}

/**
 * Mails a code that proves that the person at a session still reads the mail of the account. Throws AuthError
 * `over_email_send_rate_limit` within the pause.
 */
export async function sendReauthentication(tx: AuthTx, user: UserRow): Promise<void> {
  requireMailPause(user.reauthentication_sent_at, tx.now());
  const { id: userId, email } = user;
  const token = { userId, type: 'reauthentication_token', email: email ?? '', now: tx.now() } as const;
  const { otp } = await makeOneTimeToken(tx.query, tx.keys, token);
  const words = { ConfirmationURL: '', Token: otp, TokenHash: '', RedirectTo: tx.settings.siteUrl };
  const lifetimes = lifetimesOf('reauthentication_token');
  await enqueue(tx, { kind: 'reauthentication', ...ownAddress(user) }, words, lifetimes);
  await changeUser(tx.query, user.id, { reauthentication_sent_at: tx.now().toISOString() }, tx.now());
}

function ownAddress({ id, email }: UserRow) {
  return { userId: id, to: email ?? '', email: email ?? '', newEmail: email ?? '' };
}

/** Starts the flow of a link after its token was made, which ended the flow of an earlier one; none without `pkce`. */
async function beginFlow(
  tx: AuthTx,
  { id: userId }: UserRow,
  method: MailFlowMethod,
  { pkce }: LinkTarget,
): Promise<void> {
  if (pkce) await insertFlow(tx.query, { userId, provider: 'email', method, pkce, now: tx.now() });
}

async function sendLink(tx: AuthTx, mail: LinkMail): Promise<void> {
  const { userId, tokenType: type, to, target } = mail;
  const token = await makeOneTimeToken(tx.query, tx.keys, { userId, type, email: to, now: tx.now() });
  const hash = target.pkce ? `${PKCE_PREFIX}${token.link}` : token.link;
  const link = new URL(`${tx.keys.issuer}/verify`);
  link.search = new URLSearchParams({ token: hash, type: mail.linkType, redirect_to: target.redirectTo }).toString();
  const words = { ConfirmationURL: link.href, Token: token.otp, TokenHash: hash, RedirectTo: target.redirectTo };
  await enqueue(tx, mail, words, lifetimesOf(type, mail.kind === 'invite'));
}

async function enqueue(
  tx: AuthTx,
  { kind, to, email, newEmail, invitation }: Pick<LinkMail, 'kind' | 'to' | 'email' | 'newEmail' | 'invitation'>,
  words: Pick<MailVariables, 'ConfirmationURL' | 'Token' | 'TokenHash' | 'RedirectTo'>,
  lifetimes: MailLifetimes,
): Promise<void> {
  const variables = { ...words, SiteURL: tx.settings.siteUrl, Email: email, NewEmail: newEmail };
  await tx.outbox.enqueue(tx.query, { to, kind, ...tx.mails(kind, variables, lifetimes, invitation) });
}
