import { ADMIN_HINT_KEY } from '#contract/browser-keys.ts';

/**
 * Stores in this browser whether an administrator is signed in, so that the header can show a link to the dashboard on
 * cached pages. A hint only: row-level security decides what a user may read.
 */
export function keepDashboardHint(isAdmin: boolean): void {
  try {
    if (isAdmin) localStorage.setItem(ADMIN_HINT_KEY, '1');
    else localStorage.removeItem(ADMIN_HINT_KEY);
  } catch {
    // Without storage there is no hint.
  }
  // The browser fires this event in other tabs only.
  window.dispatchEvent(new Event('storage'));
}
