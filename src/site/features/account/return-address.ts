/** Confirmation links lead to the site's root (specification §6). */
export function siteRoot(): string {
  return `${window.location.origin}/`;
}

/** Recovery links lead to the page with the new-password form. */
export function recoveryAddress(): string {
  return `${window.location.origin}/auth`;
}

/** How a person comes back to this page to sign in: by a mailed link, or from a provider such as Google. */
export type SignInWay = 'link' | 'provider';
const WAYS: readonly SignInWay[] = ['link', 'provider'];

/** The address to come back to, which names the way and where the sign-in was asked for. */
export function signInReturn(way: SignInWay, target: string): string {
  const query = new URLSearchParams({ by: way, ...(target !== '/' && { next: target }) });
  return `${recoveryAddress()}?${query}`;
}

/** The way that the query of a return address names. */
export function signInWay(search: string): SignInWay | undefined {
  const by = new URLSearchParams(search).get('by');
  return WAYS.find((way) => way === by);
}

/** The target after sign-in: the dashboard if it redirected to /auth, with the same query; else the home page. */
export function afterSignIn(locationState: unknown, search = ''): string {
  const state = (locationState as { from?: unknown } | null)?.from;
  const from = state ?? new URLSearchParams(search).get('next');
  return typeof from === 'string' && (from === '/admin' || from.startsWith('/admin?')) ? from : '/';
}
