import type { RunQuery } from '../../database/connect.ts';
import { listIdentities, withProviders } from './identities.ts';
import { type Metadata, type UserRow, changeUser } from './users.ts';

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
