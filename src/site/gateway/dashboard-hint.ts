import { ADMIN_HINT_KEY } from '#contract/browser-keys.ts';

/**
 * Remembers in this browser whether an administrator is signed in, so that the header may show a way to the dashboard
 * on pages that are the same for everybody. A hint only: the database decides what anyone may see.
 */
export function keepDashboardHint(isAdmin: boolean): void {
  try {
    if (isAdmin) localStorage.setItem(ADMIN_HINT_KEY, '1');
    else localStorage.removeItem(ADMIN_HINT_KEY);
  } catch {
    // Without storage there is no hint.
  }
  // Other tabs are told by the browser; the page that wrote is not.
  window.dispatchEvent(new Event('storage'));
}
