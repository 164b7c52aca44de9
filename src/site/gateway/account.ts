import type { AuthChangeEvent, Session, User } from '@supabase/supabase-js';
import type { Credentials } from '#contract/forms/credentials.ts';
import type { DataClient } from './client.ts';
import { mfaStatusOf } from './mfa-status.ts';

export type AccountSession = Session;
export type AccountUser = User;
export type SessionEvent = AuthChangeEvent;

/** What the auth service says went wrong; `code` is the wire's (protocol.md 1.3), `status` 0 where nobody answered. */
export type AccountError = { name: string; message: string; code?: string | undefined; status?: number | undefined };
export type AccountAnswer = { error: AccountError | null };
export type SignInAnswer = AccountAnswer & { isMfaDue: boolean };
export type SignUpAnswer = AccountAnswer & { isKnownAddress: boolean };

/**
 * Calls `listener` with the session as it is and at each of its events; returns how to stop. The listener must not
 * wait for the client: it is called while the client holds its lock.
 */
export function watchSession(
  client: DataClient,
  listener: (event: SessionEvent, session: AccountSession | null) => void,
): () => void {
  const { data } = client.auth.onAuthStateChange(listener);
  return () => data.subscription.unsubscribe();
}

/** The session kept in this browser, refreshed when it had run out; waits for the tokens in the address to be taken in. */
export async function readSession(client: DataClient): Promise<AccountSession | null> {
  const { data } = await client.auth.getSession();
  return data.session;
}

/** Signs in by password; `isMfaDue` says that the account has a second step, still to be passed. */
export async function signIn(client: DataClient, credentials: Credentials): Promise<SignInAnswer> {
  const { data, error } = await client.auth.signInWithPassword(credentials);
  return { error, isMfaDue: mfaStatusOf(data.session) === 'due' };
}

/**
 * Opens an account; the confirmation link leads to `returnTo`. An address that has one already is told by an error, or,
 * where the service hides who is known, by a user without identities (protocol.md 1.4).
 */
export async function signUp(client: DataClient, credentials: Credentials, returnTo: string): Promise<SignUpAnswer> {
  const { data, error } = await client.auth.signUp({ ...credentials, options: { emailRedirectTo: returnTo } });
  return { error, isKnownAddress: tellsKnownAddress(error, data.user) };
}

export function tellsKnownAddress(error: AccountError | null, user: { identities?: unknown[] } | null): boolean {
  if (error) return error.code === 'user_already_exists' || error.message.includes('already registered');
  return user?.identities?.length === 0;
}

export async function signOut(client: DataClient): Promise<AccountAnswer> {
  const { error } = await client.auth.signOut();
  return { error };
}

/** Whether admin_users holds a row of this user (specification §4). Rethrows the backend's error. */
export async function hasAdminRow(client: DataClient, userId: string): Promise<boolean> {
  const { data, error } = await client.from('admin_users').select('user_id').eq('user_id', userId).maybeSingle();
  if (error) throw error;
  return data !== null;
}

/** Whether a second step is required of every administrator; false where the settings cannot be read. */
export async function readStepRequired(client: DataClient): Promise<boolean> {
  const { data } = await client.from('site_settings').select('require_mfa').maybeSingle();
  return data?.require_mfa === true;
}

/** Asks for a message with a link that leads to `returnTo` and opens the new-password form there. */
export async function requestRecovery(client: DataClient, email: string, returnTo: string): Promise<AccountAnswer> {
  const { error } = await client.auth.resetPasswordForEmail(email, { redirectTo: returnTo });
  return { error };
}

export async function resendConfirmation(client: DataClient, email: string, returnTo: string): Promise<AccountAnswer> {
  const { error } = await client.auth.resend({ type: 'signup', email, options: { emailRedirectTo: returnTo } });
  return { error };
}

/** Sets the password of the signed-in user. */
export async function changePassword(client: DataClient, password: string): Promise<AccountAnswer> {
  const { error } = await client.auth.updateUser({ password });
  return { error };
}
