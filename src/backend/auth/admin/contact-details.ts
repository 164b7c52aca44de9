import type { RunQuery } from '../../database/connect.ts';
import { AuthError } from '../errors.ts';
import { describeProviders, insertIdentity } from '../insert-account.ts';
import { forgetOneTimeTokens } from '../one-time-tokens.ts';
import type { UserRow } from '../users.ts';
import { changeUser, findUserByEmail, replaceEmail } from '../users.ts';

/**
 * Sets the address of an account. It stays confirmed if the account was, or becomes so with `confirms`. Links that were
 * mailed to the old address open nothing any more. Throws AuthError `email_exists`.
 */
export async function setEmail(
  query: RunQuery,
  user: UserRow,
  email: string,
  confirms: boolean,
  now: Date,
): Promise<UserRow> {
  if (email === user.email) return user;
  if (await findUserByEmail(query, email)) throw new AuthError('email_exists');
  await forgetOneTimeTokens(query, user.id);
  const owner = await requireIdentity(query, user, 'email', { email, email_verified: false }, now);
  if (confirms || owner.email_confirmed_at !== null) {
    const replaced = await replaceEmail(query, owner, email, 'operator', now);
    return confirms ? changeUser(query, replaced.id, { is_anonymous: false }, now) : replaced;
  }
  await mergeIdentity(query, owner.id, 'email', { email, email_verified: false }, now);
  const raw_user_meta_data = { ...owner.raw_user_meta_data, email, email_verified: false };
  return changeUser(query, owner.id, { email, email_change: '', raw_user_meta_data }, now);
}

/** Sets the telephone number of an account; it is confirmed with `confirms` only. No message is ever sent to it. */
export async function setPhone(
  query: RunQuery,
  user: UserRow,
  phone: string,
  confirms: boolean,
  now: Date,
): Promise<UserRow> {
  if (phone === user.phone) return user;
  const about = { phone, phone_verified: confirms };
  await requireIdentity(query, user, 'phone', about, now);
  await mergeIdentity(query, user.id, 'phone', about, now);
  const phone_confirmed_at = confirms ? now.toISOString() : null;
  return changeUser(query, user.id, { phone, phone_confirmed_at, ...(confirms && { is_anonymous: false }) }, now);
}

/** Gives the account an identity of this kind if it has none, as one that was made by a provider. */
async function requireIdentity(
  query: RunQuery,
  user: UserRow,
  provider: 'email' | 'phone',
  about: Record<string, unknown>,
  now: Date,
): Promise<UserRow> {
  const { rowCount } = await query('select from auth.identities where user_id = $1 and provider = $2', [
    ...[user.id, provider],
  ]);
  if (rowCount !== 0) return user;
  await insertIdentity(query, { userId: user.id, provider, providerId: user.id, data: { sub: user.id, ...about }, now });
  return describeProviders(query, user.id);
}

async function mergeIdentity(
  query: RunQuery,
  userId: string,
  provider: string,
  about: Record<string, unknown>,
  now: Date,
): Promise<void> {
  await query(
    `update auth.identities set identity_data = identity_data || $3::jsonb, updated_at = $4
     where user_id = $1 and provider = $2`,
    [userId, provider, about, now.toISOString()],
  );
}
