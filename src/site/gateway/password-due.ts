import type { AccountSession, AccountUser } from './account.ts';
import { readClaims } from './token-claims.ts';

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

/** Stores that this session came by a recovery or invitation link, so that a reload offers the form again. */
export function rememberPasswordDue(sessionId: string): void {
  store(sessionId);
}

export function sessionIdOf(session: AccountSession | null): string | undefined {
  return session ? readClaims(session.access_token).session_id : undefined;
}

/** Whether `rememberPasswordDue` was called for this session, in any tab of this browser, and no password is set since. */
export function isPasswordDue(session: AccountSession | null): boolean {
  const id = sessionIdOf(session);
  if (id === undefined) return false;
  try {
    return localStorage.getItem(PASSWORD_DUE_KEY) === id;
  } catch {
    return false;
  }
}

export function forgetPasswordDue(): void {
  store(null);
}

/** Calls `listener` when another tab has set the password or signed out; returns the unsubscribe function. */
export function watchPasswordDue(listener: () => void): () => void {
  const check = ({ key, newValue }: StorageEvent): void => {
    if (key === PASSWORD_DUE_KEY && newValue === null) listener();
  };
  window.addEventListener('storage', check);
  return () => window.removeEventListener('storage', check);
}

function store(id: string | null): void {
  try {
    if (id === null) localStorage.removeItem(PASSWORD_DUE_KEY);
    else localStorage.setItem(PASSWORD_DUE_KEY, id);
  } catch {
    // Without storage a reload does not offer the form again.
  }
}
