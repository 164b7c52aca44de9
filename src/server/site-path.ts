import { withoutTrailingSlashes } from '#contract/slashes.ts';
import { findRoute } from '#site/route-table.ts';

/** What the path of a request for the site comes to. Paths are percent-encoded, as the URL standard writes them. */
export type SitePath =
  /** Served as it is. */
  | { kind: 'page' }
  /** The same page has its address here, without the slashes at the end. */
  | { kind: 'redirect'; path: string }
  /** No page can have this path, and nothing may be built from it. */
  | { kind: 'not-found' };

/**
 * Decides about a path before anything else looks at it. Browsers read `//host` and `/\host` as another host, and some
 * drop control characters or decode `%2f` before they look (WHATWG URL, "path state"), so no page has such a path.
 * Input: the pathname of a parsed URL. Takes time linear in its length.
 */
export function readSitePath(pathname: string): SitePath {
  if (pathname === '/') return { kind: 'page' };
  const path = withoutTrailingSlashes(pathname);
  if (path === '' || isMisleading(path)) return { kind: 'not-found' };
  return path === pathname ? { kind: 'page' } : { kind: 'redirect', path };
}

const ENCODED_SLASH = /%(?:2f|5c)/i;
const CONTROL_OR_LINE_BREAK = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** Whether a browser, a proxy or a log could read the path as something else than a path of this site. */
function isMisleading(path: string): boolean {
  if (path.includes('//') || path.includes('\\') || ENCODED_SLASH.test(path)) return true;
  const decoded = decode(path);
  return decoded === null || CONTROL_OR_LINE_BREAK.test(decoded);
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** React Router fetches the data of a page below the page's own path. */
const DATA_REQUEST = /(?:\/_)?\.data$/;

/**
 * The page behind a path, in the spelling of the route table: decoded, in lower case, because the router accepts any
 * letter case, and without what marks a request for data.
 */
export function pageAt(pathname: string): string {
  const page = withoutTrailingSlashes(pathname.replace(DATA_REQUEST, ''));
  return (decode(page) ?? page).toLowerCase() || '/';
}

/** Whether the page at a path is personal, so that neither caches nor search engines may keep it. */
export function isPersonal(pathname: string): boolean {
  return findRoute(pageAt(pathname))?.isPersonal === true;
}

/**
 * The value of a `Location` header: absolute, on the origin of `base`, which is the address of the request on the site.
 * An address of another origin, or with a path that no page can have, is replaced by the root of the site.
 */
export function locationOnSite(location: string, base: URL): string {
  const target = URL.parse(location, base);
  const isOnSite = target?.origin === base.origin && readSitePath(target.pathname).kind !== 'not-found';
  return isOnSite ? target.href : `${base.origin}/`;
}
