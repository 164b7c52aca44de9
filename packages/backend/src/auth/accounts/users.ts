import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { RunQuery } from '../../database/connect.ts';
import { AuthError } from '../errors.ts';
import { forgetOneTimeTokens } from '../mail-links/one-time-tokens.ts';
import { listIdentities, upsertOwnIdentity, withProviders } from './identities.ts';

/** The form of every id of this service's tables. */
export const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export type Metadata = Record<string, unknown>;

/**
 * How the address of an account was verified. It is stored as `confirmed_by` in `app_metadata`, which users cannot write;
 * `not_asked` when confirmation is switched off.
 */
export type ConfirmedBy =
  | 'sign_up_mail'
  | 'invitation'
  | 'recovery_mail'
  | 'email_change_mail'
  | 'operator'
  | 'provider'
  | 'not_asked';

/** A row of auth.users. Times are PostgreSQL's text. */
export type UserRow = {
  id: string;
  aud: string | null;
  role: string | null;
  email: string | null;
  phone: string | null;
  encrypted_password: string | null;
  email_confirmed_at: string | null;
  phone_confirmed_at: string | null;
  confirmed_at: string | null;
  invited_at: string | null;
  confirmation_sent_at: string | null;
  recovery_sent_at: string | null;
  email_change: string | null;
  email_change_sent_at: string | null;
  email_change_confirm_status: number | null;
  reauthentication_sent_at: string | null;
  last_sign_in_at: string | null;
  raw_app_meta_data: Metadata | null;
  raw_user_meta_data: Metadata | null;
  banned_until: string | null;
  deleted_at: string | null;
  is_anonymous: boolean;
  created_at: string | null;
  updated_at: string | null;
};

export const USER_COLUMNS = `id, aud, role, email, phone, encrypted_password, email_confirmed_at, phone_confirmed_at,
  confirmed_at, invited_at, confirmation_sent_at, recovery_sent_at, email_change, email_change_sent_at, email_change_confirm_status,
  reauthentication_sent_at, last_sign_in_at, raw_app_meta_data, raw_user_meta_data, banned_until, deleted_at,
  is_anonymous, created_at, updated_at`;

/** The columns that this service updates; `confirmed_at` is generated. */
export type UserChanges = Partial<Omit<UserRow, 'id' | 'confirmed_at' | 'created_at' | 'updated_at'>>;

/**
 * Finds a user by address (in lower case), or null. Ignores single sign-on users and deleted ones. `forUpdate` locks
 * the row until the transaction ends.
 */
export function findUserByEmail(query: RunQuery, email: string, forUpdate = false): Promise<UserRow | null> {
  return findUser(query, 'email = $1 and is_sso_user = false and deleted_at is null', email, forUpdate);
}

/** Finds a user by id, or null. `forUpdate` locks the row until the transaction ends. */
export function findUserById(query: RunQuery, id: string, forUpdate = false): Promise<UserRow | null> {
  return findUser(query, 'id = $1 and deleted_at is null', id, forUpdate);
}

/** Finds the user for whom the SQL condition holds with this value, or null. */
export async function findUser(
  query: RunQuery,
  condition: string,
  value: string,
  forUpdate: boolean,
): Promise<UserRow | null> {
  const lock = forUpdate ? ' for no key update' : '';
  const { rows } = await query(`select ${USER_COLUMNS} from auth.users where ${condition}${lock}`, [value]);
  return (rows[0] as UserRow | undefined) ?? null;
}

/** Updates the given columns and returns the new row. */
export async function changeUser(query: RunQuery, id: string, changes: UserChanges, now: Date): Promise<UserRow> {
  const names = Object.keys(changes);
  const set = ['updated_at = $2', ...names.map((name, at) => `"${name}" = $${at + 3}`)].join(', ');
  const { rows } = await query(`update auth.users set ${set} where id = $1 returning ${USER_COLUMNS}`, [
    id,
    now.toISOString(),
    ...Object.values(changes),
  ]);
  return rows[0] as UserRow;
}

/** `confirmedBy` is null for an account that is not yet confirmed. */
type NewUser = {
  email: string;
  passwordHash: string | null;
  data: Metadata;
  confirmedBy: ConfirmedBy | null;
  now: Date;
};

/**
 * Inserts a row of auth.users with these columns. String columns that GoTrue scans into plain strings are '' instead of
 * null, or a hosted project could not read the row. Throws PostgreSQL's 23505 when address, number or id are taken,
 * which is answered by its own error (errors.ts).
 */
export async function insertAccount(query: RunQuery, columns: UserChanges & { id?: string }, now: Date) {
  return (await insertRow(query, columns, now)) as UserRow;
}

async function insertRow(
  query: RunQuery,
  columns: UserChanges & { id?: string },
  now: Date,
  onConflict = '',
): Promise<UserRow | null> {
  const row = {
    instance_id: '00000000-0000-0000-0000-000000000000',
    id: randomUUID(),
    aud: 'authenticated',
    role: 'authenticated',
    confirmation_token: '',
    recovery_token: '',
    email_change_token_new: '',
    email_change: '',
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    ...columns,
  };
  const names = Object.keys(row);
  const { rows } = await query(
    `insert into auth.users (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})
     ${onConflict} returning ${USER_COLUMNS}`,
    Object.values(row),
  );
  return (rows[0] as UserRow | undefined) ?? null;
}

/**
 * Creates a user with an e-mail identity. Returns null when the address is taken. A user without a password can sign in
 * only by a link that was mailed.
 */
export async function insertUser(
  query: RunQuery,
  { email, passwordHash, data, confirmedBy, now }: NewUser,
): Promise<UserRow | null> {
  const id = randomUUID();
  const isConfirmed = confirmedBy !== null;
  const about = { sub: id, email, email_verified: isConfirmed, phone_verified: false };
  const columns = {
    id,
    email,
    encrypted_password: passwordHash,
    email_confirmed_at: isConfirmed ? now.toISOString() : null,
    raw_app_meta_data: { provider: 'email', providers: ['email'], ...(isConfirmed && { confirmed_by: confirmedBy }) },
    raw_user_meta_data: { ...data, ...about },
  };
  const user = await insertRow(query, columns, now, 'on conflict (email) where is_sso_user = false do nothing');
  if (user) await upsertOwnIdentity(query, 'email', id, about, now);
  return user;
}

/** Creates an anonymous user: without an address, a password and identities. */
export function insertAnonymousUser(query: RunQuery, data: Metadata, now: Date): Promise<UserRow> {
  const columns = { encrypted_password: '', raw_app_meta_data: {}, raw_user_meta_data: data, is_anonymous: true };
  return insertAccount(query, columns, now);
}

/** Deletes a user with all identities, tokens and sessions. */
export async function deleteUser(query: RunQuery, id: string): Promise<void> {
  await query('delete from auth.users where id = $1', [id]);
}

/**
 * Removes the password of an unconfirmed account and replaces its metadata by `data`: both were set by an unverified
 * person.
 */
export async function discardUnconfirmedData(
  query: RunQuery,
  user: UserRow,
  data: Metadata,
  now: Date,
): Promise<UserRow> {
  const about = { sub: user.id, email: user.email, email_verified: false, phone_verified: false };
  return changeUser(query, user.id, { encrypted_password: null, raw_user_meta_data: { ...data, ...about } }, now);
}

/**
 * Whether a sign-up, or the request for a link, made the account: no invitation and not the service key, which writes no
 * `sub` into the metadata.
 */
export function isSelfRegistered({ id, invited_at: invitedAt, raw_user_meta_data: data }: UserRow): boolean {
  return invitedAt === null && data?.['sub'] === id;
}

/** Marks the address as confirmed, on the user and the identity, and records how it was verified. */
export async function confirmEmail(query: RunQuery, user: UserRow, by: ConfirmedBy, now: Date): Promise<UserRow> {
  await query(
    `update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = $2
     where user_id = $1 and provider = 'email'`,
    [user.id, now.toISOString()],
  );
  const raw_user_meta_data = { ...user.raw_user_meta_data, email_verified: true };
  const raw_app_meta_data = { ...user.raw_app_meta_data, confirmed_by: by };
  const email_confirmed_at = now.toISOString();
  return changeUser(query, user.id, { email_confirmed_at, raw_user_meta_data, raw_app_meta_data }, now);
}

/**
 * Sets a new, confirmed address, on the user and the identity, and clears the requested change. An anonymous user becomes
 * an ordinary one, and links that were mailed before open nothing any more. Unlike in GoTrue, the time of confirmation
 * becomes that of the new address, because administrators see it.
 */
export async function replaceEmail(
  query: RunQuery,
  user: UserRow,
  email: string,
  by: ConfirmedBy,
  now: Date,
): Promise<UserRow> {
  const about = { sub: user.id, email, email_verified: true, phone_verified: false };
  await forgetOneTimeTokens(query, user.id);
  await upsertOwnIdentity(query, 'email', user.id, about, now);
  const appMetadata = withProviders(user.raw_app_meta_data, await listIdentities(query, user.id));
  const changes: UserChanges = {
    is_anonymous: false,
    email,
    email_change: '',
    email_change_confirm_status: 0,
    email_confirmed_at: now.toISOString(),
    raw_user_meta_data: { ...user.raw_user_meta_data, ...about },
    raw_app_meta_data: { ...appMetadata, confirmed_by: by },
  };
  return changeUser(query, user.id, changes, now);
}

/** Writes the providers of the account's identities into its `app_metadata`. */
export async function describeProviders(query: RunQuery, user: UserRow, now: Date): Promise<UserRow> {
  const identities = await listIdentities(query, user.id);
  return changeUser(query, user.id, { raw_app_meta_data: withProviders(user.raw_app_meta_data, identities) }, now);
}

/** Metadata is part of every access token, and servers reject headers of more than about 16 kB. */
const MAX_BYTES = 4096;
export const MAX_USER_METADATA_BYTES = 2 * MAX_BYTES;

const jsonBytes = (data: Metadata): number => Buffer.byteLength(JSON.stringify(data));

export const userMetadata = z
  .record(z.string(), z.unknown())
  .refine((data) => jsonBytes(data) <= MAX_BYTES, `must not exceed ${MAX_BYTES} bytes of JSON`);

/** Merges `changes` into the metadata; null deletes a key. */
export function mergeMetadata(before: Metadata, changes: Metadata): Metadata {
  const merged = { ...before, ...changes };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

/** Merges what a user sets. Throws AuthError `validation_failed` when all metadata would grow beyond the limit. */
export function mergeUserMetadata(before: Metadata, changes: Metadata): Metadata {
  const merged = mergeMetadata(before, changes);
  if (jsonBytes(merged) <= Math.max(MAX_USER_METADATA_BYTES, jsonBytes(before))) return merged;
  throw new AuthError(
    'validation_failed',
    `data: all metadata must not exceed ${MAX_USER_METADATA_BYTES} bytes of JSON`,
  );
}

/**
 * Runs `work` for a temporary user with a random address, for an address without an account or whose account must not
 * be revealed: the response time then does not depend on whether there is an account. Everything that `work` wrote, the
 * user included, is rolled back before its result is returned.
 */
export async function withPlaceholderUser<T>(
  query: RunQuery,
  params: Pick<NewUser, 'passwordHash' | 'data' | 'now'>,
  work: (user: UserRow) => Promise<T>,
): Promise<T> {
  await query('savepoint placeholder_user');
  const user = await insertUser(query, { ...params, email: `${randomUUID()}@placeholder.invalid`, confirmedBy: null });
  if (!user) throw new Error('A random address was taken.');
  const result = await work(user);
  await query('rollback to savepoint placeholder_user');
  return result;
}
