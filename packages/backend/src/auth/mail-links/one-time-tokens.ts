import { hash, randomInt, randomUUID } from 'node:crypto';
import type { RunQuery } from '../../database/connect.ts';
import type { Keys } from '../../http/keys.ts';
import { forgetMailFlow } from './flow-state.ts';

export type OneTimeTokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'reauthentication_token';

/** Lifetime in seconds: a day for a new account or address, an hour for a link that opens an existing account. */
const LIFETIME_S: Record<OneTimeTokenType, number> = {
  confirmation_token: 86_400,
  email_change_token_new: 86_400,
  email_change_token_current: 86_400,
  recovery_token: 3600,
  reauthentication_token: 3600,
};

/** A week, because invited people do not wait for their invitation. */
const INVITATION_LIFETIME_S = 7 * 86_400;

/** The lifetime in seconds of the link and of the six-digit code of one mail. */
export type MailLifetimes = { link: number; code: number };

/** Lifetime of a six-digit code in seconds, also where the link of the same mail lives longer: codes can be guessed. */
const CODE_LIFETIME_S = 3600;

/** Marks the token of a link that continues a PKCE flow, as in GoTrue. */
export const PKCE_PREFIX = 'pkce_';

/** The contents of the mail: the six-digit code, and the token of the link. */
export type OneTimeToken = { otp: string; link: string };

/**
 * Creates a code for the address, replaces an earlier one of the same type with its PKCE flow, and stores only a hash.
 * Unlike GoTrue's, the token of the link is derived with a secret: it cannot be computed from the address and the
 * million possible codes.
 */
export async function makeOneTimeToken(
  query: RunQuery,
  keys: Keys,
  params: { userId: string; type: OneTimeTokenType; email: string; now: Date },
): Promise<OneTimeToken> {
  const otp = randomInt(1_000_000).toString().padStart(6, '0');
  const link = linkToken(keys, params.email, otp);
  await query(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6::timestamptz at time zone 'utc', $6::timestamptz at time zone 'utc')
     on conflict (user_id, token_type) do update set token_hash = excluded.token_hash,
       relates_to = excluded.relates_to, created_at = excluded.created_at, updated_at = excluded.updated_at`,
    [randomUUID(), params.userId, params.type, hash('sha256', link), params.email, params.now.toISOString()],
  );
  await forgetMailFlow(query, params.userId, params.type);
  return { otp, link };
}

/** The token of the link for an address and its six-digit code. */
export function linkToken(keys: Keys, email: string, otp: string): string {
  return keys.derive('one-time-token', `${email}\n${otp}`).slice(0, 56);
}

/**
 * Consumes a token and returns whose it was; null when it is unknown, used or expired. `isCode` says that it was
 * derived from a six-digit code. Of two concurrent calls one succeeds.
 */
export async function takeOneTimeToken(
  query: RunQuery,
  { link, types, isCode, now }: { link: string; types: readonly OneTimeTokenType[]; isCode: boolean; now: Date },
): Promise<{ user_id: string; token_type: OneTimeTokenType } | null> {
  // Locks the user before the token, in the order of makeOneTimeToken, to avoid a deadlock.
  await query(
    `select from auth.users where id in
       (select user_id from auth.one_time_tokens where token_hash = $1 and token_type::text = any($2)) for no key update`,
    [hash('sha256', link), types],
  );
  const { rows } = await query(
    `delete from auth.one_time_tokens where token_hash = $1 and token_type::text = any($2)
     returning user_id, token_type::text, extract(epoch from created_at)::float8 as made_at,
       (select invited_at is not null from auth.users where id = user_id) as is_invitation`,
    [hash('sha256', link), types],
  );
  const taken = rows[0] as
    | { user_id: string; token_type: OneTimeTokenType; made_at: number; is_invitation: boolean }
    | undefined;
  if (!taken) return null;
  const age = now.getTime() / 1000 - taken.made_at;
  const lifetimes = lifetimesOf(taken.token_type, taken.is_invitation);
  return age > (isCode ? lifetimes.code : lifetimes.link) ? null : taken;
}

/** Whether the user has an unexpired code of this type, without consuming it. */
export async function hasCode(
  query: RunQuery,
  code: { userId: string; link: string; type: OneTimeTokenType; now: Date },
): Promise<boolean> {
  const oldest = new Date(code.now.getTime() - lifetimesOf(code.type).code * 1000);
  const { rowCount } = await query(
    `select from auth.one_time_tokens where user_id = $1 and token_hash = $2 and token_type::text = $3
       and created_at >= $4::timestamptz at time zone 'utc'`,
    [code.userId, hash('sha256', code.link), code.type, oldest.toISOString()],
  );
  return rowCount === 1;
}

/** How long the link and the code of a mail with a token of this type are valid. */
export function lifetimesOf(type: OneTimeTokenType, isInvited = false): MailLifetimes {
  const link = isInvited && type === 'confirmation_token' ? INVITATION_LIFETIME_S : LIFETIME_S[type];
  return { link, code: Math.min(CODE_LIFETIME_S, link) };
}

/** Deletes flows that no link can continue any more, an hour later; those of providers as those of a new account. */
export async function forgetOldFlows(query: RunQuery, now: Date): Promise<void> {
  const [invitation, other] = [INVITATION_LIFETIME_S, Math.max(...Object.values(LIFETIME_S))].map((seconds) =>
    new Date(now.getTime() - (seconds + 3600) * 1000).toISOString(),
  );
  await query(
    `delete from auth.flow_state
     where created_at < case authentication_method when 'email/signup' then $1::timestamptz else $2 end`,
    [invitation, other],
  );
}

/** Deletes all tokens of the user, so that older links no longer open the account. */
export async function forgetOneTimeTokens(query: RunQuery, userId: string): Promise<void> {
  await query('delete from auth.one_time_tokens where user_id = $1', [userId]);
}

/** Deletes the tokens of a change of address. */
export async function forgetEmailChange(query: RunQuery, userId: string): Promise<void> {
  await query(
    `delete from auth.one_time_tokens
     where user_id = $1 and token_type in ('email_change_token_new', 'email_change_token_current')`,
    [userId],
  );
}

/** Deletes the token of a confirmation. Null deletes none, in the same time. */
export async function forgetConfirmation(query: RunQuery, userId: string | null): Promise<void> {
  await query(`delete from auth.one_time_tokens where user_id = $1 and token_type = 'confirmation_token'`, [userId]);
}
