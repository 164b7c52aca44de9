import { z } from 'zod';
import { type AuthDeps, type AuthTx, inAuthTransaction, readAuthBody } from '../auth-deps.ts';
import type { RunQuery } from '../../database/connect.ts';
import type { BackendContext } from '../../http/env.ts';
import { requireEmailAddress } from '../accounts/email-address.ts';
import { hashPassword, requireUsablePassword, withPasswordWork } from '../accounts/passwords.ts';
import { showUser } from '../accounts/user-view.ts';
import {
  type Metadata,
  type UserRow,
  changeUser,
  findUserByEmail,
  insertUser,
  userMetadata,
} from '../accounts/users.ts';
import { AuthError } from '../errors.ts';
import { forgetMailFlow } from '../mail-links/flow-state.ts';
import { type OneTimeTokenType, forgetEmailChange, makeOneTimeToken } from '../mail-links/one-time-tokens.ts';
import { redirectOf } from '../mail-links/redirect-to.ts';

const Params = z.object({
  type: z.string().nullish(),
  email: z.string().nullish(),
  new_email: z.string().nullish(),
  password: z.string().nullish(),
  data: userMetadata.nullish(),
  redirect_to: z.string().nullish(),
});

type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change_current' | 'email_change_new';

/** The token that each link carries, and the `type` of its address, which `/verify` reads. */
const LINKS: Readonly<Record<LinkType, { token: OneTimeTokenType; verify: string }>> = {
  signup: { token: 'confirmation_token', verify: 'signup' },
  invite: { token: 'confirmation_token', verify: 'invite' },
  magiclink: { token: 'recovery_token', verify: 'magiclink' },
  recovery: { token: 'recovery_token', verify: 'recovery' },
  email_change_current: { token: 'email_change_token_current', verify: 'email_change' },
  email_change_new: { token: 'email_change_token_new', verify: 'email_change' },
};

/** POST /admin/generate_link: the link and the code that a mail would carry, for a mail of one's own. Sends none. */
export async function generateLink(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const body = await readAuthBody(c, Params);
  const type = requireLinkType(body.type);
  const email = requireEmailAddress(body.email ?? '');
  const passwordHash = type === 'signup' ? await hashOf(deps, body.password) : null;
  const request = { email, data: body.data ?? {}, passwordHash, newEmail: body.new_email ?? '', now: deps.now() };
  const redirectTo = redirectOf(deps, c, body.redirect_to);
  return c.json(await inAuthTransaction(deps, (tx) => makeLink(tx, type, request, redirectTo)));
}

function requireLinkType(type: string | null | undefined): LinkType {
  if (type && Object.hasOwn(LINKS, type)) return type as LinkType;
  throw new AuthError('validation_failed', `Invalid email action link type requested: ${(type ?? '').slice(0, 40)}`);
}

async function hashOf({ settings }: AuthDeps, password: string | null | undefined): Promise<string> {
  if (!password) throw new AuthError('validation_failed', 'Signup requires a valid password');
  requireUsablePassword(password, settings.auth.passwordMinLength);
  return withPasswordWork('the service key', () => hashPassword(password));
}

async function makeLink(
  tx: AuthTx,
  wanted: LinkType,
  request: LinkRequest,
  redirectTo: string,
): Promise<Record<string, unknown>> {
  const known = await findUserByEmail(tx.query, request.email, true);
  // As in GoTrue: a magic link for an address without an account makes one.
  const type = wanted === 'magiclink' && !known ? 'signup' : wanted;
  const user = await prepareAccount(tx.query, type, known, request);
  const to = type === 'email_change_new' ? (user.email_change ?? '') : (user.email ?? '');
  const { token: tokenType, verify } = LINKS[type];
  // The link continues no PKCE flow, also where an earlier mail began one.
  await forgetMailFlow(tx.query, user.id, tokenType);
  const token = { userId: user.id, type: tokenType, email: to, now: tx.now() };
  const { otp, link } = await makeOneTimeToken(tx.query, tx.keys, token);
  const address = new URL(`${tx.keys.issuer}/verify`);
  address.search = new URLSearchParams({ token: link, type: verify, redirect_to: redirectTo }).toString();
  return {
    ...(await showUser(tx.query, user)),
    action_link: address.href,
    email_otp: otp,
    hashed_token: link,
    verification_type: type,
    redirect_to: redirectTo,
  };
}

function prepareAccount(
  query: RunQuery,
  type: LinkType,
  known: UserRow | null,
  request: LinkRequest,
): Promise<UserRow> {
  if (type === 'signup') return prepareSignup(query, known, request);
  if (type === 'invite') return prepareInvite(query, known, request);
  if (!known) throw new AuthError('account_of_email_not_found');
  if (type === 'email_change_current' || type === 'email_change_new') {
    return prepareEmailChange(query, known, request);
  }
  return prepareRecovery(query, known, request);
}

type LinkRequest = {
  email: string;
  data: Metadata;
  /** For `signup`; null where the link is asked for without a password. */
  passwordHash: string | null;
  newEmail: string;
  now: Date;
};

/**
 * Creates the account of a sign-up, or gives an unconfirmed one this password and metadata in place of those of the
 * person who registered first (decision 15). Throws AuthError `email_exists` for a confirmed account.
 */
async function prepareSignup(query: RunQuery, known: UserRow | null, request: LinkRequest): Promise<UserRow> {
  const { passwordHash: encrypted_password, now } = request;
  const confirmation_sent_at = now.toISOString();
  const user = await openAccount(query, known, request);
  const raw_user_meta_data = { ...givenData(known, request) };
  // An earlier invitation wrote it (isSelfRegistered).
  if (raw_user_meta_data['sub'] === user.id) delete raw_user_meta_data['sub'];
  const changes = { encrypted_password, confirmation_sent_at, invited_at: null, raw_user_meta_data };
  return changeUser(query, user.id, changes, now);
}

/** Creates the account of an invitation, or takes over an unconfirmed one. Throws AuthError `email_exists`. */
async function prepareInvite(query: RunQuery, known: UserRow | null, request: LinkRequest): Promise<UserRow> {
  const user = await openAccount(query, known, request);
  const at = request.now.toISOString();
  const raw_user_meta_data = givenData(known, request);
  // An unverified person's password is removed (decision 15).
  const changes = { invited_at: at, confirmation_sent_at: at, encrypted_password: null, raw_user_meta_data };
  return changeUser(query, user.id, changes, request.now);
}

async function openAccount(query: RunQuery, known: UserRow | null, request: LinkRequest): Promise<UserRow> {
  const { email, data, now } = request;
  if (known && known.confirmed_at !== null) throw new AuthError('email_exists');
  if (known) return known;
  const inserted = await insertUser(query, { email, passwordHash: null, data, confirmedBy: null, now });
  if (!inserted) throw new AuthError('email_exists');
  return inserted;
}

/**
 * The metadata as it was given, as GoTrue keeps it. That of an earlier invitation is kept too; that of a sign-up was
 * written by an unverified person.
 */
function givenData(known: UserRow | null, { data }: LinkRequest): Metadata {
  return known?.invited_at ? { ...known.raw_user_meta_data, ...data } : data;
}

/** Notes that a link which opens the account was made. */
function prepareRecovery(query: RunQuery, known: UserRow, { now }: LinkRequest): Promise<UserRow> {
  return changeUser(query, known.id, { recovery_sent_at: now.toISOString() }, now);
}

/**
 * Records the new address of an account. Earlier confirmations no longer count. Throws AuthError `validation_failed`,
 * `email_exists`.
 */
async function prepareEmailChange(query: RunQuery, known: UserRow, request: LinkRequest): Promise<UserRow> {
  const email_change = requireEmailAddress(request.newEmail);
  if (await findUserByEmail(query, email_change)) throw new AuthError('email_exists');
  // Links of a request for another address must not confirm this one.
  if (email_change !== known.email_change) await forgetEmailChange(query, known.id);
  const changes = { email_change, email_change_confirm_status: 0, email_change_sent_at: request.now.toISOString() };
  return changeUser(query, known.id, changes, request.now);
}
