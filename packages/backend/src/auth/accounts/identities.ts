import { randomUUID } from 'node:crypto';
import type { RunQuery } from '../../database/connect.ts';
import type { ExternalUser } from '../providers/external-user.ts';
import { changeUser, type Metadata, USER_COLUMNS, type UserRow } from './users.ts';

export type IdentityRow = {
  id: string;
  provider_id: string;
  user_id: string;
  identity_data: Metadata;
  provider: string;
  last_sign_in_at: string | null;
  created_at: string | null;
  updated_at: string | null;
  email: string | null;
};

/** The identities of a user, oldest first. */
export function listIdentities(query: RunQuery, userId: string): Promise<IdentityRow[]> {
  return listIdentitiesOfUsers(query, [userId]);
}

/** The identities of these users, oldest first. */
export async function listIdentitiesOfUsers(query: RunQuery, userIds: readonly string[]): Promise<IdentityRow[]> {
  const { rows } = await query(
    `select id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at, email
     from auth.identities where user_id = any($1) order by created_at, id`,
    [userIds],
  );
  return rows as IdentityRow[];
}

/** `app_metadata` as it follows from the identities: `provider` is the oldest, `providers` are all (GoTrue's rule). */
export function withProviders(appMetadata: Metadata | null, identities: readonly IdentityRow[]): Metadata {
  const providers = [...new Set(identities.map(({ provider }) => provider))];
  const { provider: _, providers: __, ...others } = appMetadata ?? {};
  return providers.length === 0 ? others : { ...others, provider: providers[0], providers };
}

/** Inserts the e-mail identity of a user, or merges `about` into the one that exists. */
export async function upsertEmailIdentity(query: RunQuery, userId: string, about: Metadata, now: Date): Promise<void> {
  await query(
    `insert into auth.identities as known (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at,
       updated_at)
     values ($1, $2, $3, 'email', $4, $4, $4)
     on conflict (provider_id, provider) do update
       set identity_data = known.identity_data || excluded.identity_data, updated_at = excluded.updated_at`,
    [userId, userId, about, now.toISOString()],
  );
}

/** The account that has this identity, or null. */
export async function findIdentity(
  query: RunQuery,
  { provider, subject }: Pick<ExternalUser, 'provider' | 'subject'>,
): Promise<{ user_id: string } | null> {
  const { rows } = await query('select user_id from auth.identities where provider = $1 and provider_id = $2', [
    provider,
    subject,
  ]);
  return (rows[0] as { user_id: string } | undefined) ?? null;
}

/** Records a sign-in by this identity, and what the provider says now. */
export async function touchIdentity(query: RunQuery, external: ExternalUser, now: Date): Promise<void> {
  await query(
    `update auth.identities set identity_data = $3, last_sign_in_at = $4, updated_at = $4
     where provider = $1 and provider_id = $2`,
    [external.provider, external.subject, external.data, now.toISOString()],
  );
}

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
 * Throws PostgreSQL's 23505 when address, number or id are taken, which is answered by its own error (render-error.ts).
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
