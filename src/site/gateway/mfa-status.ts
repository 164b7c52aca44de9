import type { AccountSession, AccountUser } from './account.ts';
import { readClaims } from './token-claims.ts';

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

/** Whether the account has recovery codes, used or unused. */
export function hasRecoveryCodes(user: AccountUser | null): boolean {
  return (user?.factors ?? []).some((factor) => factor.factor_type === 'recovery_code');
}
