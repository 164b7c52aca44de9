import type { AuthDeps, AuthTx } from '../auth-deps.ts';
import {
  type Metadata,
  type UserRow,
  changeUser,
  confirmEmail,
  describeProviders,
  discardUnconfirmedData,
  findUserByEmail,
  findUserById,
  insertAccount,
} from '../accounts/users.ts';
import type { RunQuery } from '../../database/connect.ts';
import { findIdentity, insertIdentity, touchIdentity } from '../accounts/identities.ts';
import { AuthError } from '../errors.ts';
import { deleteFactors } from '../factors/factors.ts';
import { type Bearer, loadBearer, requireMfa } from '../sessions/require-user.ts';
import { endAccess } from '../sessions/sessions.ts';
import { isAfter } from '../timestamps.ts';
import { requireEmailAddress } from '../accounts/email-address.ts';
import type { OidcProvider } from './providers.ts';

/**
 * The account of somebody whom a provider has identified: that of the identity, else that of the verified address, which
 * gets the identity, else a new one. An address that the provider has not verified opens and creates nothing (decision
 * 30). Throws AuthError `user_banned`, `signup_disabled`, `provider_email_needs_verification`.
 */
export function signInExternal(tx: AuthTx, external: ExternalUser): Promise<UserRow> {
  return signInByIdentity(tx, external, signInByAddress);
}

/**
 * Signs in by an identity that an account has, and otherwise by `first`, which gives it to one. Of sign-ins at once by
 * one identity `first` runs for the first.
 */
export async function signInByIdentity(
  tx: AuthTx,
  external: ExternalUser,
  first: (tx: AuthTx, external: ExternalUser) => Promise<UserRow>,
): Promise<UserRow> {
  const name = `${external.provider} ${external.subject}`;
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
  const identity = await findIdentity(tx.query, external);
  return identity ? signInKnown(tx, identity.user_id, external) : first(tx, external);
}

async function signInByAddress(tx: AuthTx, external: ExternalUser): Promise<UserRow> {
  const email = external.verifiedEmail;
  if (email === null) throw new AuthError('provider_email_needs_verification', external.provider);
  const owner = await findUserByEmail(tx.query, email, true);
  if (owner) return linkByAddress(tx, owner, external);
  return createExternal(tx, external);
}

async function signInKnown(tx: AuthTx, userId: string, external: ExternalUser): Promise<UserRow> {
  const user = await findUserById(tx.query, userId, true);
  if (user) requireNotBanned(tx, user);
  // The identity may have been removed before the user was locked.
  if (!user || !(await touchIdentity(tx.query, userId, external, tx.now()))) {
    throw new AuthError('user_not_found', 'User not found');
  }
  const described = await mergeUserData(tx.query, user, external, tx.now());
  if (!described.email || described.email_confirmed_at !== null) return described;
  if (external.verifiedEmail !== described.email) {
    throw new AuthError('provider_email_needs_verification', external.provider);
  }
  return confirmEmail(tx.query, described, 'provider', tx.now());
}

async function linkByAddress(tx: AuthTx, owner: UserRow, external: ExternalUser): Promise<UserRow> {
  requireNotBanned(tx, owner);
  const user = isProven(owner) ? owner : await takeOver(tx.query, owner, tx.now());
  return addIdentity(tx.query, user, external, tx.now());
}

/** Adds the identity to the account, and its data to the metadata of the user. */
async function addIdentity(query: RunQuery, user: UserRow, external: ExternalUser, now: Date): Promise<UserRow> {
  const { provider, subject: providerId, data } = external;
  await insertIdentity(query, { userId: user.id, provider, providerId, data, now });
  return mergeUserData(query, await describeProviders(query, user, now), external, now);
}

/** Creates an account for an external user. Throws AuthError `signup_disabled`. */
export async function createExternal(tx: AuthTx, external: ExternalUser): Promise<UserRow> {
  if (!tx.settings.allowSignup) throw new AuthError('signup_disabled');
  const { provider, subject, verifiedEmail: email, data } = external;
  const now = tx.now();
  const columns = {
    email,
    email_confirmed_at: email === null ? null : now.toISOString(),
    raw_app_meta_data: { provider, providers: [provider], ...(email !== null && { confirmed_by: 'provider' }) },
    raw_user_meta_data: data,
  };
  const user = await insertAccount(tx.query, columns, now);
  await insertIdentity(tx.query, { userId: user.id, provider, providerId: subject, data, now });
  return user;
}

/** The provider's data, without claims about an address that is not the account's. */
function mergeUserData(query: RunQuery, user: UserRow, external: ExternalUser, now: Date): Promise<UserRow> {
  const { email: _, email_verified: __, phone_verified: ___, ...data } = external.data;
  const known = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
  return changeUser(query, user.id, { raw_user_meta_data: { ...user.raw_user_meta_data, ...known } }, now);
}

/** Throws AuthError `user_banned`. */
export function requireNotBanned(deps: Pick<AuthDeps, 'now'>, user: UserRow): void {
  if (isAfter(user.banned_until, deps.now())) throw new AuthError('user_banned');
}

/** Throws AuthError `manual_linking_disabled` where users may neither add nor remove identities, before any other check. */
export function requireLinking({ settings }: Pick<AuthDeps, 'settings'>): void {
  if (!settings.auth.manualLinking) throw new AuthError('manual_linking_disabled');
}

/**
 * The signed-in user, who may add an identity. A user with MFA needs aal2, as for a new password. Throws AuthError
 * `manual_linking_disabled`, `insufficient_aal`, and those of loadBearer.
 */
export async function requireLinker(tx: AuthTx, bearer: Bearer): Promise<UserRow> {
  requireLinking(tx);
  const user = await loadBearer(tx, bearer, true);
  await requireMfa(tx.query, bearer);
  return user;
}

/**
 * Adds an identity to the account of a signed-in user. An account without an address, such as an anonymous one, gets
 * that of the identity and is then permanent. Throws AuthError `identity_already_exists`, `email_exists`,
 * `provider_email_needs_verification`.
 */
export async function linkIdentity(
  query: RunQuery,
  user: UserRow,
  external: ExternalUser,
  now: Date,
): Promise<UserRow> {
  const owner = await findIdentity(query, external);
  if (owner) throw new AuthError('identity_already_exists', owner.user_id === user.id ? '' : ' to another user');
  if (user.email) return addIdentity(query, user, external, now);
  const email = external.verifiedEmail;
  if (email === null) throw new AuthError('provider_email_needs_verification', external.provider);
  if (await findUserByEmail(query, email)) throw new AuthError('email_exists');
  const linked = await addIdentity(query, user, external, now);
  return changeUser(
    query,
    user.id,
    {
      email,
      email_confirmed_at: now.toISOString(),
      is_anonymous: false,
      raw_user_meta_data: { ...linked.raw_user_meta_data, email, email_verified: true },
      raw_app_meta_data: { ...linked.raw_app_meta_data, confirmed_by: 'provider' },
    },
    now,
  );
}

/** Whether somebody has shown that the address of the account is theirs. */
function isProven(user: UserRow): boolean {
  return user.email_confirmed_at !== null && user.raw_app_meta_data?.['confirmed_by'] !== 'not_asked';
}

/**
 * Gives an account whose address nobody has proven to the person whom a provider has verified: whoever registered it
 * loses password, metadata, factors, identities, sessions and links (decision 15). Metadata of an invitation is kept.
 */
async function takeOver(query: RunQuery, user: UserRow, now: Date): Promise<UserRow> {
  await endAccess(query, user.id);
  await deleteFactors(query, user.id);
  await query('delete from auth.known_clients where user_id = $1', [user.id]);
  await query(`delete from auth.identities where user_id = $1 and provider <> 'email'`, [user.id]);
  const data = user.invited_at === null ? {} : (user.raw_user_meta_data ?? {});
  return confirmEmail(query, await discardUnconfirmedData(query, user, data, now), 'provider', now);
}

/** Who signed in, by what a provider or a wallet says. */
export type ExternalUser = {
  /** `google`, `web3`. */
  provider: string;
  /** The id at the provider; unique together with `provider`. */
  subject: string;
  /** In lower case, and only if the provider has verified it. */
  verifiedEmail: string | null;
  /** For the identity and the metadata of the user, in GoTrue's names. */
  data: Metadata;
};

/** The longest name or address of a picture; longer ones are left out, because metadata is part of every token. */
const MAX_TEXT = 500;

/** The user in the verified claims of a provider (an ID token, or the answer of its userinfo endpoint). */
export function externalUser(
  provider: Pick<OidcProvider, 'name' | 'issuer' | 'trustsEmail'>,
  claims: Readonly<Record<string, unknown>> & { sub: string },
): ExternalUser {
  const email = addressOf(claims['email']);
  const isVerified = email !== null && (provider.trustsEmail || saysVerified(claims));
  const name = claimText(claims['name']);
  const picture = claimText(claims['picture']);
  const data = {
    iss: provider.issuer,
    sub: claims.sub,
    provider_id: claims.sub,
    email: email ?? undefined,
    email_verified: isVerified,
    phone_verified: false,
    name,
    full_name: name,
    picture,
    avatar_url: picture,
    preferred_username: claimText(claims['preferred_username']),
  };
  return { provider: provider.name, subject: claims.sub, verifiedEmail: isVerified ? email : null, data };
}

/**
 * Only these claims say that an address was verified. `xms_edov` is Microsoft's, for addresses of domains whose owner
 * is verified; its other addresses can be set by anybody who administers some tenant.
 */
function saysVerified(claims: Readonly<Record<string, unknown>>): boolean {
  const isTrue = (value: unknown): boolean => value === true || value === 'true' || value === 1 || value === '1';
  if (claims['email_verified'] !== undefined) return isTrue(claims['email_verified']);
  return isTrue(claims['xms_edov']);
}

function addressOf(claim: unknown): string | null {
  if (typeof claim !== 'string') return null;
  try {
    return requireEmailAddress(claim);
  } catch {
    return null;
  }
}

/** A text that metadata may hold: not too long, and without what PostgreSQL cannot store (NUL, lone surrogates). */
export function claimText(claim: unknown): string | undefined {
  const isText = typeof claim === 'string' && claim !== '' && claim.length <= MAX_TEXT;
  return isText && !claim.includes('\0') && claim.isWellFormed() ? claim : undefined;
}
