import type { RunQuery } from '../../database/connect.ts';
import type { Metadata } from './users.ts';
import type { ExternalUser } from '../providers/sign-in-external.ts';

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

/** The identities of these users, oldest first. */
export async function listIdentities(query: RunQuery, ...userIds: string[]): Promise<IdentityRow[]> {
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

/** Inserts the identity of a user by address or by number, or merges `about` into the one that exists. */
export async function upsertOwnIdentity(
  query: RunQuery,
  provider: 'email' | 'phone',
  userId: string,
  about: Metadata,
  now: Date,
): Promise<void> {
  await query(
    `insert into auth.identities as known (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at,
       updated_at)
     values ($1, $2, $3, $4, $5, $5, $5)
     on conflict (provider_id, provider) do update
       set identity_data = known.identity_data || excluded.identity_data, updated_at = excluded.updated_at`,
    [userId, userId, about, provider, now.toISOString()],
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

/** Records a sign-in by this identity, and what the provider says now. Returns whether the user still has it. */
export async function touchIdentity(
  query: RunQuery,
  userId: string,
  external: ExternalUser,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await query(
    `update auth.identities set identity_data = $3, last_sign_in_at = $4, updated_at = $4
     where provider = $1 and provider_id = $2 and user_id = $5`,
    [external.provider, external.subject, external.data, now.toISOString(), userId],
  );
  return rowCount === 1;
}
