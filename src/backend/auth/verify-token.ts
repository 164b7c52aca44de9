import type { ConfirmedBy } from '#contract/confirmed-by.ts';
import type { RunQuery } from '../database/connect.ts';
import type { AuthDeps } from './auth-deps.ts';
import { AuthError } from './errors.ts';
import { isAfter } from './timestamps.ts';
import type { OneTimeTokenType } from './one-time-tokens.ts';
import { forgetOneTimeTokens, takeOneTimeToken } from './one-time-tokens.ts';
import type { ClientInfo, SessionAnswer } from './sessions.ts';
import { openSession } from './sessions.ts';
import type { UserRow } from './users.ts';
import {
  changeUser,
  confirmEmail,
  findUserByEmail,
  findUserById,
  discardUnconfirmedData,
  replaceEmail,
} from './users.ts';

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

/**
 * Throws AuthError `validation_failed` for a missing or unknown type, `phone_provider_disabled` for types of phones.
 */
export function requireVerifyType(type: string | null | undefined): VerifyType {
  if (!type) throw new AuthError('validation_failed', 'Verify requires a verification type');
  if (type === 'sms' || type === 'phone_change') throw new AuthError('phone_provider_disabled');
  if (!Object.hasOwn(TOKEN_TYPES, type)) throw new AuthError('validation_failed', 'Unsupported verification type');
  return type as VerifyType;
}

/** The first of the two addresses of an e-mail change is confirmed (protocol.md 1.3). */
export const HALF_CONFIRMED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

export type Verification = { session: SessionAnswer; half: false } | { session: null; half: true };

/**
 * Consumes the token of a link and performs its action. Returns a session, or null after the first half of an e-mail
 * change. Throws AuthError `otp_expired`, `user_banned` or `email_exists`.
 */
export async function verifyToken(
  deps: AuthDeps,
  query: RunQuery,
  params: { type: VerifyType; link: string },
  client: ClientInfo,
): Promise<Verification> {
  const taken = await takeOneTimeToken(query, params.link, TOKEN_TYPES[params.type], deps.now());
  const user = taken && (await findUserById(query, taken.user_id, true));
  if (!taken || !user) throw new AuthError('email_link_expired');
  if (isAfter(user.banned_until, deps.now())) throw new AuthError('user_banned');
  const isChange = params.type === 'email_change';
  const verified = isChange
    ? await agreeToNewEmail(deps, query, user)
    : await confirmOnce(deps, query, user, taken.token_type);
  if (!verified) return { session: null, half: true };
  return { session: await openSession(deps, query, verified, 'otp', client), half: false };
}

/**
 * A recovery link verifies the address too. Only the link of the sign-up mail keeps the password of that sign-up: after
 * any other link the password, set by an unverified person, is removed (decision 15).
 */
async function confirmOnce(
  deps: AuthDeps,
  query: RunQuery,
  user: UserRow,
  tokenType: OneTimeTokenType,
): Promise<UserRow> {
  if (user.email_confirmed_at !== null) return user;
  const by = confirmedBy(user, tokenType);
  if (by === 'sign_up_mail') return confirmEmail(query, user, by, deps.now());
  const data = user.invited_at === null ? {} : (user.raw_user_meta_data ?? {});
  return confirmEmail(query, await discardUnconfirmedData(query, user, data, deps.now()), by, deps.now());
}

function confirmedBy(user: UserRow, tokenType: OneTimeTokenType): ConfirmedBy {
  if (tokenType === 'recovery_token') return 'recovery_mail';
  return user.invited_at === null ? 'sign_up_mail' : 'invitation';
}

/** Records the first confirmation and returns null; changes the address with the second. */
async function agreeToNewEmail(deps: AuthDeps, query: RunQuery, user: UserRow): Promise<UserRow | null> {
  if (!user.email_change) throw new AuthError('email_link_expired');
  if (user.email_change_confirm_status !== 1) {
    await changeUser(query, user.id, { email_change_confirm_status: 1 }, deps.now());
    return null;
  }
  if (await findUserByEmail(query, user.email_change)) throw new AuthError('email_exists');
  await forgetOneTimeTokens(query, user.id);
  return replaceEmail(query, user, user.email_change, 'email_change_mail', deps.now());
}
