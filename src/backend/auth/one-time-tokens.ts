import { createHash, randomInt, randomUUID } from 'node:crypto';
import type { RunQuery } from '../database/connect.ts';
import type { Keys } from '../http/keys.ts';

export type OneTimeTokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current';

/** Seconds a link may wait in a mailbox: a day for a new account, an hour where it opens an existing one. */
const LIFETIME_S: Record<OneTimeTokenType, number> = {
  confirmation_token: 86_400,
  email_change_token_new: 86_400,
  email_change_token_current: 86_400,
  recovery_token: 3600,
};

/** What goes into the mail: the six-digit code, and the token of the link. */
export type OneTimeToken = { otp: string; link: string };

/**
 * Makes a code for the address, replaces an earlier one of the same kind, and keeps only a hash.
 * Unlike GoTrue's the link's token is computed under a secret: knowing the address it cannot be guessed from the code's
 * million possibilities.
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
    [randomUUID(), params.userId, params.type, hashOf(link), params.email, params.now.toISOString()],
  );
  return { otp, link };
}

/** The link's token that belongs to an address and its six-digit code. */
export function linkToken(keys: Keys, email: string, otp: string): string {
  return keys.derive('one-time-token', `${email}\n${otp}`).slice(0, 56);
}

/** Uses a token up and says whose it was; null when it is unknown, used or too old. Of two at once only one succeeds. */
export async function takeOneTimeToken(
  query: RunQuery,
  link: string,
  types: readonly OneTimeTokenType[],
  now: Date,
): Promise<{ user_id: string; token_type: OneTimeTokenType } | null> {
  // The user is locked before the token, as where tokens are made: in the other order two requests could wait for each other.
  await query(
    `select from auth.users where id in
       (select user_id from auth.one_time_tokens where token_hash = $1 and token_type::text = any($2)) for no key update`,
    [hashOf(link), types],
  );
  const { rows } = await query(
    `delete from auth.one_time_tokens where token_hash = $1 and token_type::text = any($2)
     returning user_id, token_type::text, extract(epoch from created_at)::float8 as made_at`,
    [hashOf(link), types],
  );
  const taken = rows[0] as { user_id: string; token_type: OneTimeTokenType; made_at: number } | undefined;
  if (!taken) return null;
  const age = now.getTime() / 1000 - taken.made_at;
  return age > LIFETIME_S[taken.token_type] ? null : taken;
}

/** After a new password no link sent before may open the account. */
export async function forgetOneTimeTokens(query: RunQuery, userId: string): Promise<void> {
  await query('delete from auth.one_time_tokens where user_id = $1', [userId]);
}

function hashOf(link: string): string {
  return createHash('sha256').update(link).digest('hex');
}
