import { percentDecoded, withoutTrailingSlashes } from '#contract/url-path.ts';
import { findRoute } from '#site/route-table.ts';
import { MAX_TARGET_LENGTH } from '../request-target.ts';

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
  const decoded = percentDecoded(path);
  return decoded === null || CONTROL_OR_LINE_BREAK.test(decoded);
}

/** The suffix that React Router adds to the path of a page to fetch its data. */
const DATA_REQUEST = /(?:\/_)?\.data$/;

/**
 * The page of a path, as in the route table: decoded, in lower case (the router ignores case), and without the suffix
 * of data requests.
 */
export function pageAt(pathname: string): string {
  const page = withoutTrailingSlashes(pathname.replace(DATA_REQUEST, ''));
  return (percentDecoded(page) ?? page).toLowerCase() || '/';
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

/** The canonical address of a page for rendering and caching. */
export type PageAddress = {
  /** Path, and the query parameters that the page declares. */
  path: string;
  /** Whether the number of such addresses is bounded. Others are rendered for each request. */
  isBounded: boolean;
};

/** The canonical spelling of a path. Other spellings are not cached, or are redirected to it. */
const CANONICAL_PATH = /^\/$|^(\/[a-z0-9._-]+)+$/;

/** Derives the canonical address of a page from a URL. */
export function pageAddress(url: URL): PageAddress {
  // The parameters of a data request are the router's.
  if (DATA_REQUEST.test(url.pathname)) return { path: url.pathname + url.search, isBounded: false };
  const { search, isBounded } = readPageQuery(url.pathname, url.searchParams);
  return { path: url.pathname + search, isBounded: isBounded && CANONICAL_PATH.test(url.pathname) };
}

/** The address of a request target that is the canonical path of a route, and a query. Null for all other targets. */
export function readTarget(target: string): PageAddress | null {
  if (target.length > MAX_TARGET_LENGTH) return null;
  const queryAt = target.indexOf('?');
  const path = queryAt < 0 ? target : target.slice(0, queryAt);
  if (!CANONICAL_PATH.test(path) || !findRoute(path)) return null;
  const { search, isBounded } = readPageQuery(path, new URLSearchParams(queryAt < 0 ? '' : target.slice(queryAt + 1)));
  return { path: path + search, isBounded };
}

/**
 * The canonical spelling of a path (lower case, without needless percent-encoding), or null when the path is canonical
 * already or has none.
 */
export function canonicalPath(path: string): string | null {
  if (CANONICAL_PATH.test(path)) return null;
  const plain = percentDecoded(path)?.toLowerCase();
  return plain !== undefined && CANONICAL_PATH.test(plain) ? plain : null;
}

/**
 * The query of a page's address (with `?`, or '') without the parameters that its route does not declare, in one order,
 * each parameter once. `isBounded` says whether all of its values are cacheable.
 */
export function readPageQuery(path: string, query: URLSearchParams): { search: string; isBounded: boolean } {
  const given = (findRoute(path)?.query ?? []).flatMap(({ name, cacheable }) => {
    const value = query.get(name);
    return value === null ? [] : [{ name, value, isCacheable: cacheable?.test(value) ?? false }];
  });
  const search = new URLSearchParams(given.map(({ name, value }) => [name, value])).toString();
  return { search: search && `?${search}`, isBounded: given.every(({ isCacheable }) => isCacheable) };
}
