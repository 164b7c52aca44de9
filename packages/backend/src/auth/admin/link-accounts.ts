import type { RunQuery } from '../../database/connect.ts';
import { requireEmailAddress } from '../email-address.ts';
import { AuthError } from '../errors.ts';
import type { Metadata, UserRow } from '../users.ts';
import { changeUser, findUserByEmail, insertUser } from '../users.ts';

/** The parameters of a request for a link. */
export type LinkRequest = {
  email: string;
  data: Metadata;
  /** For `signup`; null where the link is asked for without a password. */
  passwordHash: string | null;
  newEmail: string;
  now: Date;
};

/**
 * Creates the account of a sign-up, or gives an unconfirmed one this password and metadata in place of those of the
 * person who registered first (decision 15). Throws AuthError `email_exists` for a confirmed account.
 */
export async function prepareSignup(query: RunQuery, known: UserRow | null, request: LinkRequest): Promise<UserRow> {
  const { passwordHash: encrypted_password, now } = request;
  const confirmation_sent_at = now.toISOString();
  const user = await openAccount(query, known, request);
  const raw_user_meta_data = givenData(known, request);
  const changes = { encrypted_password, confirmation_sent_at, invited_at: null, raw_user_meta_data };
  return changeUser(query, user.id, changes, now);
}

/** Creates the account of an invitation, or takes over an unconfirmed one. Throws AuthError `email_exists`. */
export async function prepareInvite(query: RunQuery, known: UserRow | null, request: LinkRequest): Promise<UserRow> {
  const user = await openAccount(query, known, request);
  const at = request.now.toISOString();
  const raw_user_meta_data = givenData(known, request);
  // The password of an unverified person goes (decision 15).
  const changes = { invited_at: at, confirmation_sent_at: at, encrypted_password: null, raw_user_meta_data };
  return changeUser(query, user.id, changes, request.now);
}

async function openAccount(query: RunQuery, known: UserRow | null, request: LinkRequest): Promise<UserRow> {
  const { email, data, now } = request;
  if (known && known.confirmed_at !== null) throw new AuthError('email_exists');
  if (known) return known;
  const inserted = await insertUser(query, { email, passwordHash: null, data, confirmedBy: null, now });
  if (!inserted) throw new AuthError('email_exists');
  return inserted;
}

/**
 * The metadata as it was given, as GoTrue keeps it. That of an earlier invitation is kept too; that of a sign-up was
 * written by an unverified person.
 */
function givenData(known: UserRow | null, { data }: LinkRequest): Metadata {
  return known?.invited_at ? { ...known.raw_user_meta_data, ...data } : data;
}

/** Notes that a link which opens the account was made. */
export function prepareRecovery(query: RunQuery, known: UserRow, { now }: LinkRequest): Promise<UserRow> {
  return changeUser(query, known.id, { recovery_sent_at: now.toISOString() }, now);
}

/**
 * Notes the new address of an account; confirmations so far no longer count. Throws AuthError `validation_failed`,
 * `email_exists`.
 */
export async function prepareEmailChange(query: RunQuery, known: UserRow, request: LinkRequest): Promise<UserRow> {
  const email_change = requireEmailAddress(request.newEmail);
  if (await findUserByEmail(query, email_change)) throw new AuthError('email_exists');
  const changes = { email_change, email_change_confirm_status: 0, email_change_sent_at: request.now.toISOString() };
  return changeUser(query, known.id, changes, request.now);
}
