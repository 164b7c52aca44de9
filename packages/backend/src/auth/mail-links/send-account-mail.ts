import type { RunQuery } from '../../database/connect.ts';
import type { AccountMailKind } from './account-mails.ts';
import type { AuthDeps } from '../auth-deps.ts';
import type { LinkTarget } from './redirect-to.ts';
import { type MailFlowMethod, beginMailFlow } from './flow-state.ts';
import { lifetimesOf, makeOneTimeToken, type OneTimeTokenType, PKCE_PREFIX } from './one-time-tokens.ts';
import { changeUser, type UserRow } from '../accounts/users.ts';
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
};

/**
 * Mails the confirmation link to a new user, or the invitation again to an invited one. The mail to a user without a
 * password, who asked for a link (POST /otp), says only that it signs in. Throws AuthError `over_email_send_rate_limit`
 * within the pause.
 */
export async function sendConfirmation(
  deps: AuthDeps,
  query: RunQuery,
  user: UserRow,
  target: LinkTarget,
): Promise<UserRow> {
  requireMailPause(user.confirmation_sent_at, deps.now());
  await sendLink(deps, query, {
    ...confirmationNames(user),
    tokenType: 'confirmation_token',
    ...ownAddress(user),
    target,
  });
  await beginFlow(deps, query, user, 'email/signup', target);
  return changeUser(query, user.id, { confirmation_sent_at: deps.now().toISOString() }, deps.now());
}

function confirmationNames(user: UserRow): Pick<LinkMail, 'kind' | 'linkType'> {
  if (user.invited_at !== null) return { kind: 'invite', linkType: 'invite' };
  return { kind: user.encrypted_password ? 'confirmation' : 'magic_link', linkType: 'signup' };
}

/**
 * Marks the user as invited and mails the invitation. Throws AuthError `over_email_send_rate_limit` within the pause.
 */
export async function sendInvite(deps: AuthDeps, query: RunQuery, user: UserRow, redirectTo: string): Promise<UserRow> {
  const invited = await changeUser(query, user.id, { invited_at: deps.now().toISOString() }, deps.now());
  return sendConfirmation(deps, query, invited, { redirectTo, pkce: null });
}

/** Mails a link that signs in: for a new password (`recovery`) or only for that (`magiclink`). */
export async function sendSignInLink(
  deps: AuthDeps,
  query: RunQuery,
  user: UserRow,
  linkType: 'recovery' | 'magiclink',
  target: LinkTarget,
): Promise<UserRow> {
  const kind = linkType === 'recovery' ? 'recovery' : 'magic_link';
  await sendLink(deps, query, { kind, linkType, tokenType: 'recovery_token', ...ownAddress(user), target });
  await beginFlow(deps, query, user, linkType, target);
  return changeUser(query, user.id, { recovery_sent_at: deps.now().toISOString() }, deps.now());
}

/**
 * Mails a confirmation link to the old and the new address; an anonymous user has only the new one, and gets a mail that
 * says what its link does to the account. Throws AuthError `over_email_send_rate_limit` within the pause.
 */
export async function sendEmailChange(
  deps: AuthDeps,
  query: RunQuery,
  user: UserRow,
  newEmail: string,
  target: LinkTarget,
): Promise<UserRow> {
  requireMailPause(user.email_change_sent_at, deps.now());
  const linkType = 'email_change';
  const mail = { linkType, userId: user.id, newEmail, target } as const;
  if (user.email) {
    const both = { ...mail, kind: 'email_change', email: user.email } as const;
    await sendLink(deps, query, { ...both, tokenType: 'email_change_token_current', to: user.email });
    await sendLink(deps, query, { ...both, tokenType: 'email_change_token_new', to: newEmail });
  } else {
    const first = { ...mail, kind: 'add_address', email: newEmail } as const;
    await sendLink(deps, query, { ...first, tokenType: 'email_change_token_new', to: newEmail });
  }
  await beginFlow(deps, query, user, linkType, target);
  return requestEmailChange(deps, query, user, newEmail);
}

/** Stores which address was requested, and when. */
export async function requestEmailChange(
  deps: AuthDeps,
  query: RunQuery,
  user: UserRow,
  newEmail: string,
): Promise<UserRow> {
  const email_change_sent_at = deps.now().toISOString();
  const changes = { email_change: newEmail, email_change_confirm_status: 0, email_change_sent_at };
  return changeUser(query, user.id, changes, deps.now());
}

/**
 * Mails a code that proves that the person at a session still reads the mail of the account. Throws AuthError
 * `over_email_send_rate_limit` within the pause.
 */
export async function sendReauthentication(deps: AuthDeps, query: RunQuery, user: UserRow): Promise<void> {
  requireMailPause(user.reauthentication_sent_at, deps.now());
  const { to, email, newEmail } = ownAddress(user);
  const { otp } = await makeOneTimeToken(query, deps.keys, {
    userId: user.id,
    type: 'reauthentication_token',
    email,
    now: deps.now(),
  });
  const siteUrl = deps.settings.siteUrl;
  const variables = {
    ConfirmationURL: '',
    Token: otp,
    TokenHash: '',
    SiteURL: siteUrl,
    RedirectTo: siteUrl,
    Email: email,
    NewEmail: newEmail,
  };
  const rendered = deps.mails('reauthentication', variables, lifetimesOf('reauthentication_token'));
  await deps.outbox.enqueue(query, { to, kind: 'reauthentication', ...rendered });
  await changeUser(query, user.id, { reauthentication_sent_at: deps.now().toISOString() }, deps.now());
}

function ownAddress({ id, email }: UserRow) {
  return { userId: id, to: email ?? '', email: email ?? '', newEmail: email ?? '' };
}

async function beginFlow(
  deps: AuthDeps,
  query: RunQuery,
  { id: userId }: UserRow,
  method: MailFlowMethod,
  { pkce }: LinkTarget,
): Promise<void> {
  await beginMailFlow(query, { userId, method, pkce, now: deps.now() });
}

async function sendLink(deps: AuthDeps, query: RunQuery, mail: LinkMail): Promise<void> {
  const { userId, tokenType: type, to, target } = mail;
  const token = await makeOneTimeToken(query, deps.keys, { userId, type, email: to, now: deps.now() });
  const hash = target.pkce ? `${PKCE_PREFIX}${token.link}` : token.link;
  const link = new URL(`${deps.keys.issuer}/verify`);
  link.search = new URLSearchParams({ token: hash, type: mail.linkType, redirect_to: target.redirectTo }).toString();
  const variables = {
    ConfirmationURL: link.href,
    Token: token.otp,
    TokenHash: hash,
    SiteURL: deps.settings.siteUrl,
    RedirectTo: target.redirectTo,
    Email: mail.email,
    NewEmail: mail.newEmail,
  };
  const rendered = deps.mails(mail.kind, variables, lifetimesOf(type));
  await deps.outbox.enqueue(query, { to, kind: mail.kind, ...rendered });
}
