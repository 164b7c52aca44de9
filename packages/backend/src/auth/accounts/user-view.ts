import type { RunQuery } from '../../database/connect.ts';
import { type FactorRow, listFactors } from '../factors/factors.ts';
import { toRfc3339 } from '../timestamps.ts';
import { type IdentityRow, listIdentities } from './identities.ts';
import type { UserRow } from './users.ts';

/**
 * Set while the account has no password, so that the site offers the form for one in every browser (specification, "How
 * open points are read"). Not stored; GoTrue has no such field.
 */
const NEEDS_PASSWORD = { needs_password: true };

/** False for an anonymous account, which has no address, and for an account that a provider or a wallet signs in to. */
function needsPassword(user: UserRow, identities: readonly IdentityRow[]): boolean {
  const hasOther = identities.some(({ provider }) => provider !== 'email' && provider !== 'phone');
  return !user.encrypted_password && !user.is_anonymous && !hasOther;
}

/** The user in GoTrue's form (protocol.md 1.2). Undefined fields are left out of the JSON. */
function viewUser(user: UserRow, identities: readonly IdentityRow[], factors: readonly FactorRow[]) {
  return {
    id: user.id,
    aud: user.aud ?? '',
    role: user.role ?? '',
    email: user.email ?? '',
    email_confirmed_at: toRfc3339(user.email_confirmed_at),
    invited_at: toRfc3339(user.invited_at),
    phone: user.phone ?? '',
    phone_confirmed_at: toRfc3339(user.phone_confirmed_at),
    confirmation_sent_at: toRfc3339(user.confirmation_sent_at),
    confirmed_at: toRfc3339(user.confirmed_at),
    recovery_sent_at: toRfc3339(user.recovery_sent_at),
    new_email: user.email_change || undefined,
    email_change_sent_at: toRfc3339(user.email_change_sent_at),
    reauthentication_sent_at: toRfc3339(user.reauthentication_sent_at),
    last_sign_in_at: toRfc3339(user.last_sign_in_at),
    app_metadata: { ...user.raw_app_meta_data, ...(needsPassword(user, identities) && NEEDS_PASSWORD) },
    user_metadata: user.raw_user_meta_data ?? {},
    factors: factors.length > 0 ? factors.map(viewFactor) : undefined,
    identities: identities.map(viewIdentity),
    created_at: toRfc3339(user.created_at),
    updated_at: toRfc3339(user.updated_at),
    banned_until: toRfc3339(user.banned_until),
    deleted_at: toRfc3339(user.deleted_at),
    is_anonymous: user.is_anonymous,
  };
}

export type UserView = ReturnType<typeof viewUser>;

/** The wire's `id` is the provider's subject; the id of the row is `identity_id`. */
function viewIdentity(identity: IdentityRow) {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: toRfc3339(identity.last_sign_in_at),
    created_at: toRfc3339(identity.created_at),
    updated_at: toRfc3339(identity.updated_at),
    email: identity.email ?? undefined,
  };
}

/** A factor in GoTrue's form, without the secret. */
export function viewFactor(factor: FactorRow) {
  return {
    id: factor.id,
    created_at: toRfc3339(factor.created_at),
    updated_at: toRfc3339(factor.updated_at),
    status: factor.status,
    friendly_name: factor.friendly_name || undefined,
    factor_type: factor.factor_type,
    last_challenged_at: toRfc3339(factor.last_challenged_at),
  };
}

/** Loads identities and factors of a user and returns the user in GoTrue's form. */
export async function showUser(query: RunQuery, user: UserRow): Promise<UserView> {
  return viewUser(user, await listIdentities(query, user.id), await listFactors(query, user.id));
}

/** The same for many users, in their order, with two queries. */
export async function showUsers(query: RunQuery, users: readonly UserRow[]): Promise<UserView[]> {
  const ids = users.map(({ id }) => id);
  const identitiesOf = Map.groupBy(await listIdentities(query, ...ids), (row) => row.user_id);
  const factorsOf = Map.groupBy(await listFactors(query, ...ids), (row) => row.user_id);
  return users.map((user) => viewUser(user, identitiesOf.get(user.id) ?? [], factorsOf.get(user.id) ?? []));
}
