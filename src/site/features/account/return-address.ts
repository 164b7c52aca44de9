/** Confirmation links come back to the site's own root (specification §6). */
export function siteRoot(): string {
  return `${window.location.origin}/`;
}

/** Recovery links come back to the page that holds the new-password form. */
export function recoveryAddress(): string {
  return `${window.location.origin}/auth`;
}

/** Where a signed-in person goes from /auth: back to the page that sent her, else home. Only the dashboard sends. */
export function afterSignIn(locationState: unknown): string {
  const from = (locationState as { from?: unknown } | null)?.from;
  return from === '/admin' ? from : '/';
}
