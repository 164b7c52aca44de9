import type { AuthChangeEvent, Session, User } from '@supabase/supabase-js';
import { ADMIN_HINT_KEY } from '#contract/browser-keys.ts';
import type { Credentials } from '#contract/forms/credentials.ts';
import { readStored, store } from './browser-storage.ts';
import type { DataClient } from './client.ts';

export type AccountSession = Session;
export type AccountUser = User;
export type SessionEvent = AuthChangeEvent;

/** An error of the auth service; `code` is the wire's (protocol.md 1.3), `status` is 0 where no server answered. */
export type AccountError = { name: string; message: string; code?: string | undefined; status?: number | undefined };
export type AccountAnswer = { error: AccountError | null };
export type SignInAnswer = AccountAnswer & { isMfaDue: boolean };
export type SignUpAnswer = AccountAnswer & { isKnownAddress: boolean };

/**
 * Calls `listener` with the current session and on each session event; returns the unsubscribe function. The listener
 * must not await the client, which holds its lock during the call.
 */
export function watchSession(
  client: DataClient,
  listener: (event: SessionEvent, session: AccountSession | null) => void,
): () => void {
  const { data } = client.auth.onAuthStateChange(listener);
  return () => data.subscription.unsubscribe();
}

/** The session stored in this browser, refreshed where it had expired. Waits until tokens in the URL are read. */
export async function readSession(client: DataClient): Promise<AccountSession | null> {
  const { data } = await client.auth.getSession();
  return data.session;
}

/** Signs in by password; `isMfaDue` says that the session still has to pass MFA. */
export async function signIn(client: DataClient, credentials: Credentials): Promise<SignInAnswer> {
  const { data, error } = await client.auth.signInWithPassword(credentials);
  return { error, isMfaDue: mfaStatusOf(data.session) === 'due' };
}

/**
 * Creates an account; the confirmation link leads to `returnTo`. For an address that has an account the service answers
 * with an error, or, where it hides known addresses, with a user without identities (protocol.md 1.4).
 */
export async function signUp(client: DataClient, credentials: Credentials, returnTo: string): Promise<SignUpAnswer> {
  const { data, error } = await client.auth.signUp({ ...credentials, options: { emailRedirectTo: returnTo } });
  return { error, isKnownAddress: isKnownAddress(error, data.user) };
}

export function isKnownAddress(error: AccountError | null, user: { identities?: unknown[] } | null): boolean {
  if (error) return error.code === 'user_already_exists' || error.message.includes('already registered');
  return user?.identities?.length === 0;
}

/** Signs out everywhere; where that fails, of this browser, and returns the error. */
export async function signOut(client: DataClient): Promise<AccountAnswer> {
  const answer = await client.auth.signOut();
  if (answer.error) await client.auth.signOut({ scope: 'local' });
  return answer;
}

/** Whether a role has a row of this user: administrators by specification §4, else writers. Rethrows the backend's error. */
export async function hasRole(client: DataClient, role: 'admin_users' | 'writers', userId: string): Promise<boolean> {
  // Without `dataOf`: the code of lists is not loaded on /auth (tests/journeys/staff-weights.journey.ts).
  const { data, error } = await client.from(role).select('user_id').eq('user_id', userId).maybeSingle();
  if (error) throw error;
  return data !== null;
}

/** Whether everybody with rights must use MFA; false where the settings cannot be read. */
export async function readMfaRequired(client: DataClient): Promise<boolean> {
  const { data } = await client.from('site_settings').select('require_mfa').maybeSingle();
  return data?.require_mfa === true;
}

/** Requests the mail whose link leads to `returnTo` and opens the new-password form there. */
export function requestRecovery(client: DataClient, email: string, returnTo: string): Promise<AccountAnswer> {
  return client.auth.resetPasswordForEmail(email, { redirectTo: returnTo });
}

export function resendConfirmation(client: DataClient, email: string, returnTo: string): Promise<AccountAnswer> {
  return client.auth.resend({ type: 'signup', email, options: { emailRedirectTo: returnTo } });
}

/** Sets the password of the signed-in user. `code` is the one of `requestReauthentication`, where it was asked for. */
export function changePassword(client: DataClient, password: string, code = ''): Promise<AccountAnswer> {
  return client.auth.updateUser({ password, ...(code && { nonce: code }) });
}

/** Mails a code to the signed-in user. A hosted project may ask for it before a change of password. */
export function requestReauthentication(client: DataClient): Promise<AccountAnswer> {
  return client.auth.reauthenticate();
}

/** Claims of an access token that decide what is shown. */
export type TokenClaims = { aal?: string; session_id?: string };

/** Reads the claims without verifying them: the server verifies tokens. Empty where the token cannot be read. */
export function readClaims(accessToken: string): TokenClaims {
  try {
    const payload = (accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return JSON.parse(atob(payload)) as TokenClaims;
  } catch {
    return {};
  }
}

/**
 * The id of the session that a recovery or invitation link opened, until its owner has set a password. Beside its use:
 * public pages load the keys of `browser-keys.ts`.
 */
export const PASSWORD_DUE_KEY = 'india-going-global-password-due';

/**
 * Whether the account has no password. The embedded backend reports it (protocol.md 1.2); a hosted project does not, and
 * there the stored session id has to do.
 */
export function isPasswordMissing(user: AccountUser | null): boolean {
  return user?.app_metadata['needs_password'] === true;
}

/** Stores that this session came by a recovery or invitation link, so that a reload offers the form again; null forgets it. */
export function storePasswordDue(sessionId: string | null): void {
  store(PASSWORD_DUE_KEY, sessionId);
}

export function sessionIdOf(session: AccountSession | null): string | undefined {
  return session ? readClaims(session.access_token).session_id : undefined;
}

/** Whether a password is due for this session, in any tab of this browser, and no password is set since. */
export function isPasswordDue(session: AccountSession | null): boolean {
  const id = sessionIdOf(session);
  return id !== undefined && readStored(PASSWORD_DUE_KEY) === id;
}

/** Calls `listener` when another tab has set the password or signed out; returns the unsubscribe function. */
export function watchPasswordDue(listener: () => void): () => void {
  const check = ({ key, newValue }: StorageEvent): void => {
    if (key === PASSWORD_DUE_KEY && newValue === null) listener();
  };
  window.addEventListener('storage', check);
  return () => window.removeEventListener('storage', check);
}

/**
 * Stores in this browser whether somebody with rights is signed in, so that the header can show a link to the dashboard on
 * cached pages. A hint only: row-level security decides what a user may read.
 */
export function keepDashboardHint(hasRights: boolean): void {
  store(ADMIN_HINT_KEY, hasRights ? '1' : null);
  // The browser fires this event in other tabs only.
  window.dispatchEvent(new Event('storage'));
}

/** `none`: the account has no MFA; `due`: the session still has to pass it; `passed`: the session is at aal2. */
export type MfaStatus = 'none' | 'due' | 'passed';

export type AuthenticatorApp = { id: string; name: string; createdAt: string };

/**
 * Read from the session, as the client's getAuthenticatorAssuranceLevel does, but synchronously: a page must not show
 * protected content while it waits.
 */
export function mfaStatusOf(session: AccountSession | null): MfaStatus {
  if (!session) return 'none';
  if (readClaims(session.access_token).aal === 'aal2') return 'passed';
  return listAuthenticators(session.user).length > 0 ? 'due' : 'none';
}

/** The verified authenticator apps, oldest first. */
export function listAuthenticators(user: AccountUser | null): AuthenticatorApp[] {
  return (user?.factors ?? [])
    .filter((factor) => factor.factor_type === 'totp' && factor.status === 'verified')
    .map(({ id, friendly_name: name, created_at: createdAt }) => ({ id, name: name ?? '', createdAt }));
}
