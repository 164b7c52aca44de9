import type { AccountSession, AccountUser } from './account.ts';

/** How far a session has come: the account has no second step, it is still to be passed, or it was passed. */
export type MfaStatus = 'none' | 'due' | 'passed';

export type Authenticator = { id: string; name: string; createdAt: string };

/**
 * By the session itself, as the client's getAuthenticatorAssuranceLevel does, but at once: a page must not show what
 * lies behind the second step while it waits for an answer.
 */
export function mfaStatusOf(session: AccountSession | null): MfaStatus {
  if (!session) return 'none';
  if (levelIn(session.access_token) === 'aal2') return 'passed';
  return listAuthenticators(session.user).length > 0 ? 'due' : 'none';
}

/** The authenticator apps that were verified, oldest first. */
export function listAuthenticators(user: AccountUser | null): Authenticator[] {
  return (user?.factors ?? [])
    .filter((factor) => factor.factor_type === 'totp' && factor.status === 'verified')
    .map(({ id, friendly_name: name, created_at: createdAt }) => ({ id, name: name ?? '', createdAt }));
}

/** Whether the account has recovery codes, used up or not. */
export function hasRecoveryCodes(user: AccountUser | null): boolean {
  return (user?.factors ?? []).some((factor) => factor.factor_type === 'recovery_code');
}

/** The level that a token claims; '' for what is no token. Only to choose what to show: the server checks it. */
function levelIn(accessToken: string): string {
  try {
    const payload = (accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return (JSON.parse(atob(payload)) as { aal?: string }).aal ?? '';
  } catch {
    return '';
  }
}
