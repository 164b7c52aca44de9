import { withoutTrailingSlashes } from '#contract/slashes.ts';
import { findRoute } from '#site/route-table.ts';

/** The meaning of a request path of the site. Paths are percent-encoded, as in the URL standard. */
type SitePath =
  /** Served as it is. */
  | { kind: 'page' }
  /** Redirect to the same path without trailing slashes. */
  | { kind: 'redirect'; path: string }
  /** No page can have this path, and no URL may be built from it. */
  | { kind: 'not-found' };

/**
 * Classifies a path before anything else uses it. Browsers read `//host` and `/\host` as another host, and some drop
 * control characters or decode `%2f` first (WHATWG URL, "path state"), so no page has such a path. Input: the pathname
 * of a parsed URL. Linear time.
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

/** The suffix that React Router adds to the path of a page to fetch its data. */
const DATA_REQUEST = /(?:\/_)?\.data$/;

/** Whether the router requests the data of a page. */
export function isDataRequest(pathname: string): boolean {
  return DATA_REQUEST.test(pathname);
}

/**
 * The page of a path, as in the route table: decoded, in lower case (the router ignores case), and without the suffix
 * of data requests.
 */
export function pageAt(pathname: string): string {
  const page = withoutTrailingSlashes(pathname.replace(DATA_REQUEST, ''));
  return (decode(page) ?? page).toLowerCase() || '/';
}

/** Whether the page is personal, so that caches and search engines must not store it. */
export function isPersonal(pathname: string): boolean {
  return findRoute(pageAt(pathname))?.isPersonal === true;
}

/**
 * The value of a `Location` header: absolute, on the origin of `base`, the request's URL on the site. A location on
 * another origin, or with a path that no page can have, is replaced by the site's root.
 */
export function locationOnSite(location: string, base: URL): string {
  const target = URL.parse(location, base);
  const isOnSite = target?.origin === base.origin && readSitePath(target.pathname).kind !== 'not-found';
  return isOnSite ? target.href : `${base.origin}/`;
}
