import { randomUUID } from 'node:crypto';
import type { RunQuery } from '../../database/connect.ts';
import { listIdentities, withProviders } from './identities.ts';
import { type Metadata, USER_COLUMNS, type UserRow, changeUser } from './users.ts';

/** An account as it is inserted, without identities. Times are RFC 3339, or null where nothing is confirmed. */
type NewAccount = {
  id?: string;
  /** In lower case; null for an account that has none. */
  email: string | null;
  /** Digits only; null for an account that has none. */
  phone?: string | null;
  passwordHash?: string | null;
  emailConfirmedAt: string | null;
  phoneConfirmedAt?: string | null;
  role?: string;
  appData: Metadata;
  userData: Metadata;
  now: Date;
};

/**
 * Inserts an account without an identity. The columns that GoTrue scans into plain strings are '' instead of null.
 * Throws PostgreSQL's 23505 when address, number or id are taken, which is answered by its own error (errors.ts).
 */
export async function insertAccount(query: RunQuery, account: NewAccount): Promise<UserRow> {
  const { rows } = await query(
    `insert into auth.users (instance_id, id, aud, role, email, phone, encrypted_password, email_confirmed_at,
       phone_confirmed_at, confirmation_token, recovery_token, email_change_token_new, email_change,
       raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
     values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', $2, $3, $4, $5, $6, $7, '', '', '', '',
       $8, $9, $10, $10)
     returning ${USER_COLUMNS}`,
    [
      account.id ?? randomUUID(),
      account.role ?? 'authenticated',
      account.email,
      account.phone ?? null,
      account.passwordHash ?? null,
      account.emailConfirmedAt,
      account.phoneConfirmedAt ?? null,
      account.appData,
      account.userData,
      account.now.toISOString(),
    ],
  );
  return rows[0] as UserRow;
}

type NewIdentity = {
  userId: string;
  /** The name on the wire: `email`, `google`, `web3`. */
  provider: string;
  /** The provider's subject; for `email` and `phone` the id of the user. */
  providerId: string;
  data: Metadata;
  now: Date;
};

/** Inserts an identity of an account. Throws PostgreSQL's 23505 when an account has it already. */
export async function insertIdentity(query: RunQuery, identity: NewIdentity): Promise<void> {
  const { providerId, userId, data, provider, now } = identity;
  await query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $5, $5)`,
    [providerId, userId, data, provider, now.toISOString()],
  );
}

/** Writes the providers of the account's identities into its `app_metadata`. */
export async function describeProviders(query: RunQuery, user: UserRow, now: Date): Promise<UserRow> {
  const identities = await listIdentities(query, user.id);
  return changeUser(query, user.id, { raw_app_meta_data: withProviders(user.raw_app_meta_data, identities) }, now);
}
