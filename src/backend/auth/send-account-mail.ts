import type { RunQuery } from '../database/connect.ts';
import type { AccountMailKind } from './account-mails.ts';
import type { AuthDeps } from './auth-deps.ts';
import type { OneTimeTokenType } from './one-time-tokens.ts';
import { makeOneTimeToken } from './one-time-tokens.ts';
import type { UserRow } from './users.ts';
import { changeUser } from './users.ts';
import { requireMailPause } from './mail-frequency.ts';

type LinkMail = {
  kind: AccountMailKind;
  /** The parameter `type` of the link, which tells the client what was verified (protocol.md 1.3). */
  linkType: 'signup' | 'recovery' | 'email_change' | 'invite';
  tokenType: OneTimeTokenType;
  userId: string;
  to: string;
  /** The old and the new address of an e-mail change; otherwise the same address twice. */
  email: string;
  newEmail: string;
  redirectTo: string;
};

/**
 * Mails the confirmation link to a new user, or the invitation again to an invited one, who has no password yet. Throws
 * AuthError `over_email_send_rate_limit` within the pause.
 */
export async function sendConfirmation(
  deps: AuthDeps,
  query: RunQuery,
  user: UserRow,
  redirectTo: string,
): Promise<UserRow> {
  requireMailPause(user.confirmation_sent_at, deps.now());
  const email = user.email ?? '';
  const isInvited = user.invited_at !== null;
  await sendLink(deps, query, {
    ...{ kind: isInvited ? 'invite' : 'confirmation', linkType: isInvited ? 'invite' : 'signup' },
    tokenType: 'confirmation_token',
    ...{ userId: user.id, to: email, email, newEmail: email, redirectTo },
  });
  return changeUser(query, user.id, { confirmation_sent_at: deps.now().toISOString() }, deps.now());
}

/**
 * Marks the user as invited and mails the invitation. Throws AuthError `over_email_send_rate_limit` within the pause.
 */
export async function sendInvite(deps: AuthDeps, query: RunQuery, user: UserRow, redirectTo: string): Promise<UserRow> {
  const invited = await changeUser(query, user.id, { invited_at: deps.now().toISOString() }, deps.now());
  return sendConfirmation(deps, query, invited, redirectTo);
}

/** Mails the link for a new password. Throws AuthError `over_email_send_rate_limit` within the pause. */
export async function sendRecovery(
  deps: AuthDeps,
  query: RunQuery,
  user: UserRow,
  redirectTo: string,
): Promise<UserRow> {
  requireMailPause(user.recovery_sent_at, deps.now());
  const email = user.email ?? '';
  await sendLink(deps, query, {
    ...{ kind: 'recovery', linkType: 'recovery', tokenType: 'recovery_token' },
    ...{ userId: user.id, to: email, email, newEmail: email, redirectTo },
  });
  return changeUser(query, user.id, { recovery_sent_at: deps.now().toISOString() }, deps.now());
}

/**
 * Mails a confirmation link to the old and the new address. Throws AuthError `over_email_send_rate_limit` within the
 * pause.
 */
export async function sendEmailChange(
  deps: AuthDeps,
  query: RunQuery,
  user: UserRow,
  newEmail: string,
  redirectTo: string,
): Promise<UserRow> {
  requireMailPause(user.email_change_sent_at, deps.now());
  const email = user.email ?? '';
  const both = {
    kind: 'email_change',
    linkType: 'email_change',
    userId: user.id,
    email,
    newEmail,
    redirectTo,
  } as const;
  await sendLink(deps, query, { ...both, tokenType: 'email_change_token_current', to: email });
  await sendLink(deps, query, { ...both, tokenType: 'email_change_token_new', to: newEmail });
  const email_change_sent_at = deps.now().toISOString();
  const changes = { email_change: newEmail, email_change_confirm_status: 0, email_change_sent_at };
  return changeUser(query, user.id, changes, deps.now());
}

async function sendLink(deps: AuthDeps, query: RunQuery, mail: LinkMail): Promise<void> {
  const { userId, tokenType: type, to, redirectTo } = mail;
  const token = await makeOneTimeToken(query, deps.keys, { userId, type, email: to, now: deps.now() });
  const link = new URL(`${deps.keys.issuer}/verify`);
  link.search = new URLSearchParams({ token: token.link, type: mail.linkType, redirect_to: redirectTo }).toString();
  const rendered = deps.mails(mail.kind, {
    ConfirmationURL: link.href,
    Token: token.otp,
    TokenHash: token.link,
    SiteURL: deps.settings.siteUrl,
    RedirectTo: redirectTo,
    Email: mail.email,
    NewEmail: mail.newEmail,
  });
  await deps.outbox.enqueue(query, { to, kind: mail.kind, ...rendered });
}
