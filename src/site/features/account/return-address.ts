/** Confirmation links lead to the site's root (specification §6). */
export function siteRoot(): string {
  return `${window.location.origin}/`;
}

/** Recovery links lead to the page with the new-password form. */
export function recoveryAddress(): string {
  return `${window.location.origin}/auth`;
}

/** The target after sign-in: the dashboard if it redirected to /auth, with the same query; else the home page. */
export function afterSignIn(locationState: unknown): string {
  const from = (locationState as { from?: unknown } | null)?.from;
  return typeof from === 'string' && (from === '/admin' || from.startsWith('/admin?')) ? from : '/';
}

/** Whether the session of an open dashboard ended by itself, or in another window. */
export function hasSessionEnded(locationState: unknown): boolean {
  return (locationState as { hasSessionEnded?: unknown } | null)?.hasSessionEnded === true;
}
