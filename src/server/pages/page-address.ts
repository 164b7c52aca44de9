import { readPageQuery } from '#site/page-parameters.ts';
import { findRoute } from '#site/route-table.ts';
import { MAX_TARGET_LENGTH } from '../request-target.ts';
import { isDataRequest } from './site-path.ts';

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
  if (isDataRequest(url.pathname)) return { path: url.pathname + url.search, isBounded: false };
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
  try {
    const plain = decodeURIComponent(path).toLowerCase();
    return CANONICAL_PATH.test(plain) ? plain : null;
  } catch {
    return null;
  }
}
