import { isLoopbackAddress } from '../../http/client-address.ts';
import type { BackendContext } from '../../http/env.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { type PkceChallenge, requirePkce } from './flow-state.ts';

/** The addresses that a link of a mail may finally lead to (protocol.md 1.5). */
type RedirectRules = { siteUrl: string; allowList: readonly string[] };

/**
 * The redirect target of a request: `named` of its body, else `redirect_to`, else the referrer, else the site
 * (protocol.md 1.5).
 */
export function redirectOf(deps: AuthDeps, c: BackendContext, named?: string | null): string {
  const rules = { siteUrl: deps.settings.siteUrl, allowList: deps.settings.redirectAllowList };
  return chooseRedirect(rules, [named, c.req.query('redirect_to'), c.req.header('referer')]);
}

/** Whether the address is of the site or of the allow-list. Other sites on loopback addresses are not this one. */
export function isOfThisSite({ settings }: Pick<AuthDeps, 'settings'>, url: URL): boolean {
  return !isMisleading(url) && (isSameOrigin(settings.siteUrl, url) || isListed(settings.redirectAllowList, url));
}

/** The first requested address that is allowed, as the URL standard writes it, else the site's. */
export function chooseRedirect(rules: RedirectRules, wanted: readonly (string | null | undefined)[]): string {
  const addresses = wanted.flatMap((text) => (text ? (URL.parse(text) ?? []) : []));
  return addresses.find((url) => isAllowed(rules, url))?.href ?? rules.siteUrl;
}

/** The name `localhost` needs an entry in the list, as in GoTrue; loopback addresses need none. */
function isAllowed({ siteUrl, allowList }: RedirectRules, url: URL): boolean {
  if (isMisleading(url)) return false;
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  return isSameOrigin(siteUrl, url) || (isWeb && isLoopbackAddress(url.hostname)) || isListed(allowList, url);
}

function isSameOrigin(siteUrl: string, url: URL): boolean {
  return url.origin !== 'null' && url.origin === URL.parse(siteUrl)?.origin;
}

function isListed(allowList: readonly string[], url: URL): boolean {
  if (RUNS_CODE.has(url.protocol)) return false;
  const address = withoutFragment(url);
  return allowList.some((glob) => matchesGlob(glob, address) || matchesGlob(glob, address.replace(/\/$/, '')));
}

/**
 * Whether the path could lead a browser to another host when the page there redirects to it or resolves it as a
 * relative address: `//host`, backslashes, control characters, and their encodings. GoTrue checks scheme and host only.
 * Or whether the address has a user or a password, which a glob could take for a port.
 */
function isMisleading({ pathname, username, password }: URL): boolean {
  return (
    username !== '' || password !== '' || pathname.includes('//') || /\\|%(?:2f|5c|[01][\da-f]|7f)/i.test(pathname)
  );
}

/** Never allowed, even if the allow-list matches. */
const RUNS_CODE = new Set(['javascript:', 'data:', 'vbscript:']);

/**
 * Whether the glob matches the whole text. `*` and `?` do not match dots and slashes, `**` does; other characters match
 * themselves. All partial matches advance together, character by character, so the time is at most the product of both
 * lengths; a backtracking regular expression could take exponential time.
 */
export function matchesGlob(glob: string, text: string): boolean {
  const parts = glob.match(/\*\*|./gsu) ?? [];
  let reached = afterStars(parts, new Set([0]));
  for (const character of text) {
    const next = new Set<number>();
    for (const at of reached) {
      const part = parts[at];
      if (!fits(part, character)) continue;
      next.add(part === '*' || part === '**' ? at : at + 1);
    }
    if (next.size === 0) return false;
    reached = afterStars(parts, next);
  }
  return reached.has(parts.length);
}

function fits(part: string | undefined, character: string): boolean {
  if (part === '**') return true;
  if (part === '*' || part === '?') return character !== '.' && character !== '/';
  return part === character;
}

/** A star may match nothing, so the position behind it is reached too. */
function afterStars(parts: readonly string[], reached: Set<number>): Set<number> {
  for (const at of reached) if (parts[at] === '*' || parts[at] === '**') reached.add(at + 1);
  return reached;
}

function withoutFragment(url: URL): string {
  const { href, hash } = url;
  return hash === '' ? href : href.slice(0, -hash.length);
}

/** Where a mailed link leads, and the challenge of the PKCE flow that it continues; null in the implicit flow. */
export type LinkTarget = { redirectTo: string; pkce: PkceChallenge | null };

/** The target of the link that a request asks for. Throws AuthError `validation_failed` for an invalid challenge. */
export function linkTargetOf(deps: AuthDeps, c: BackendContext, body: Parameters<typeof requirePkce>[0]): LinkTarget {
  return { redirectTo: redirectOf(deps, c), pkce: requirePkce(body) };
}
