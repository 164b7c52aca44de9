import type { RunQuery } from '../../database/connect.ts';
import { AuthError } from '../errors.ts';
import { upsertEmailIdentity } from '../identities.ts';
import { describeProviders, insertIdentity } from '../insert-account.ts';
import { forgetOneTimeTokens } from '../one-time-tokens.ts';
import type { Metadata, UserRow } from '../users.ts';
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
  // Metadata is the caller's; only an address that the sign-up wrote into it follows.
  const given = user.raw_user_meta_data ?? {};
  const raw_user_meta_data = given['email'] === user.email ? { ...given, email } : given;
  if (confirms || user.email_confirmed_at !== null) {
    const confirmed = await replaceEmail(query, user, email, 'operator', now);
    const changes = { raw_user_meta_data: { ...raw_user_meta_data, email_verified: true } };
    return changeUser(query, confirmed.id, changes, now);
  }
  const about = { sub: user.id, email, email_verified: false, phone_verified: false };
  await upsertEmailIdentity(query, user.id, about, now);
  const changed = await changeUser(query, user.id, { email, email_change: '', raw_user_meta_data }, now);
  return describeProviders(query, changed, now);
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
  await upsertPhoneIdentity(query, user.id, { sub: user.id, phone, phone_verified: confirms }, now);
  const phone_confirmed_at = confirms ? now.toISOString() : null;
  const changes = { phone, phone_confirmed_at, ...(confirms && { is_anonymous: false }) };
  return describeProviders(query, await changeUser(query, user.id, changes, now), now);
}

async function upsertPhoneIdentity(query: RunQuery, userId: string, about: Metadata, now: Date): Promise<void> {
  const { rowCount } = await query(
    `update auth.identities set identity_data = identity_data || $2::jsonb, updated_at = $3
     where user_id = $1 and provider = 'phone'`,
    [userId, about, now.toISOString()],
  );
  if (rowCount === 0) await insertIdentity(query, { userId, provider: 'phone', providerId: userId, data: about, now });
}
