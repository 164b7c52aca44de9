import type { AuthTx } from '../auth-deps.ts';
import { AuthError } from '../errors.ts';
import { isAfter } from '../timestamps.ts';
import { findMailFlow, forgetMailFlow, issueAuthCode } from './flow-state.ts';
import { isKnownDevice } from '../sessions/known-clients.ts';
import { type OneTimeTokenType, PKCE_PREFIX, takeOneTimeToken } from './one-time-tokens.ts';
import { type ClientInfo, endSessions } from '../sessions/sessions.ts';
import {
  type ConfirmedBy,
  type UserRow,
  changeUser,
  confirmEmail,
  discardUnconfirmedData,
  findUserByEmail,
  findUserById,
  replaceEmail,
} from '../accounts/users.ts';

/** The types of the wire, and the token types that each accepts. */
const TOKEN_TYPES = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  magiclink: ['recovery_token'],
  recovery: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
} as const satisfies Record<string, readonly OneTimeTokenType[]>;

export type VerifyType = keyof typeof TOKEN_TYPES;

/** Throws AuthError `validation_failed` for a missing or unknown type. */
export function requireVerifyType(type: string | null | undefined): VerifyType {
  if (!type) throw new AuthError('validation_failed', 'Verify requires a verification type');
  if (!Object.hasOwn(TOKEN_TYPES, type)) throw new AuthError('validation_failed', 'Unsupported verification type');
  return type as VerifyType;
}

/** The first of the two addresses of an e-mail change is confirmed (protocol.md 1.3). */
export const HALF_CONFIRMED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/**
 * A token as it was presented, and by whom: the token of a link, with its prefix, or one derived from a six-digit code.
 */
export type PresentedToken = { type: VerifyType; link: string; isCode: boolean; client: ClientInfo };

/** Whether the token of a link says that it continues a PKCE flow. */
export const isPkceLink = (link: string): boolean => link.startsWith(PKCE_PREFIX);

/**
 * Consumes a token that a client presents and performs its action, as in the implicit flow: whoever has the token itself
 * needs no verifier. Returns the user, or null after the first half of an e-mail change. Throws AuthError `otp_expired`,
 * `user_banned` or `email_exists`.
 */
export async function verifyToken(tx: AuthTx, presented: PresentedToken): Promise<UserRow | null> {
  const { user, tokenType } = await takeToken(tx, presented);
  const verified = await perform(tx, user, presented, tokenType);
  if (verified) await forgetMailFlow(tx.query, verified.id, tokenType);
  return verified;
}

/**
 * Consumes the token of a followed link and performs its action. Also returns the code that continues its PKCE flow,
 * null in the implicit flow. A link whose prefix was added or removed is invalid. Throws as verifyToken does.
 */
export async function verifyLink(
  tx: AuthTx,
  presented: Omit<PresentedToken, 'isCode'>,
): Promise<{ user: UserRow | null; code: string | null }> {
  const { user, tokenType } = await takeToken(tx, { ...presented, isCode: false });
  const flow = await findMailFlow(tx.query, user.id, tokenType);
  if (isPkceLink(presented.link) !== (flow !== null)) throw new AuthError('email_link_expired');
  const verified = await perform(tx, user, presented, tokenType);
  return { user: verified, code: verified && flow ? await issueAuthCode(tx.query, flow, tx.now()) : null };
}

async function takeToken(tx: AuthTx, { type, link, isCode }: Omit<PresentedToken, 'client'>) {
  const bare = isPkceLink(link) ? link.slice(PKCE_PREFIX.length) : link;
  const params = { link: bare, types: TOKEN_TYPES[type], isCode, now: tx.now() };
  const taken = await takeOneTimeToken(tx.query, params);
  const user = taken && (await findUserById(tx.query, taken.user_id, true));
  if (!taken || !user) throw new AuthError('email_link_expired');
  if (isAfter(user.banned_until, tx.now())) throw new AuthError('user_banned');
  return { user, tokenType: taken.token_type };
}

async function perform(
  tx: AuthTx,
  user: UserRow,
  { type, client }: Pick<PresentedToken, 'type' | 'client'>,
  tokenType: OneTimeTokenType,
): Promise<UserRow | null> {
  return type === 'email_change' ? agreeToNewEmail(tx, user, client) : confirmOnce(tx, user, tokenType);
}

/**
 * A recovery link verifies the address too. Only the link of the sign-up mail keeps the password of that sign-up: after
 * any other link the password, set by an unverified person, is removed (decision 15).
 */
async function confirmOnce(tx: AuthTx, user: UserRow, tokenType: OneTimeTokenType): Promise<UserRow> {
  if (user.email_confirmed_at !== null) return user;
  const by = confirmedBy(user, tokenType);
  if (by === 'sign_up_mail') return confirmEmail(tx.query, user, by, tx.now());
  const cleared =
    user.invited_at === null
      ? await discardUnconfirmedData(tx.query, user, {}, tx.now())
      : await changeUser(tx.query, user.id, { encrypted_password: null }, tx.now());
  return confirmEmail(tx.query, cleared, by, tx.now());
}

function confirmedBy(user: UserRow, tokenType: OneTimeTokenType): ConfirmedBy {
  if (tokenType === 'recovery_token') return 'recovery_mail';
  return user.invited_at === null ? 'sign_up_mail' : 'invitation';
}

/** Records the first confirmation and returns null; changes the address with the second, or where there was none. */
async function agreeToNewEmail(tx: AuthTx, user: UserRow, client: ClientInfo): Promise<UserRow | null> {
  if (!user.email_change) throw new AuthError('email_link_expired');
  // An anonymous user has no other address to agree.
  if (user.email && user.email_change_confirm_status !== 1) {
    await changeUser(tx.query, user.id, { email_change_confirm_status: 1 }, tx.now());
    return null;
  }
  if (await findUserByEmail(tx.query, user.email_change)) throw new AuthError('email_exists');
  if (user.is_anonymous && !(await isKnownDevice(tx.query, tx, user.id, client))) await endOthers(tx, user);
  return replaceEmail(tx.query, user, user.email_change, 'email_change_mail', tx.now());
}

/**
 * Somebody else began the anonymous account: whoever confirms the address must not share it with that person, who may
 * have sessions and a password.
 */
async function endOthers(tx: AuthTx, user: UserRow): Promise<void> {
  await endSessions(tx.query, user.id);
  await tx.query('delete from auth.known_clients where user_id = $1', [user.id]);
  await changeUser(tx.query, user.id, { encrypted_password: null }, tx.now());
}
