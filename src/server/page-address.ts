import { readPageQuery } from '#site/page-parameters.ts';

/** The address of a page as it is rendered and kept. */
export type PageAddress = {
  /** Path and query, without what the page does not read. */
  path: string;
  /** Whether there is an end of such addresses: others are rendered for each request. */
  isBounded: boolean;
};

/** The only spelling of a path under which a page is kept; others are answered, or redirected to it. */
const CANONICAL_PATH = /^\/$|^(\/[a-z0-9._-]+)+$/;
/** The site's own requests for the data of a page; their parameters are the router's. */
const DATA_REQUEST = /\.data$/;

/** Reads the address of a page from a request. */
export function pageAddress(url: URL): PageAddress {
  if (DATA_REQUEST.test(url.pathname)) return { path: url.pathname + url.search, isBounded: false };
  const { search, isBounded } = readPageQuery(url.pathname, url.searchParams);
  return { path: url.pathname + search, isBounded: isBounded && CANONICAL_PATH.test(url.pathname) };
}

/**
 * The canonical spelling of a path that is written otherwise (capital letters, needless percent-encoding), or null where
 * it is canonical already or cannot be made so.
 */
export function respelled(path: string): string | null {
  if (CANONICAL_PATH.test(path)) return null;
  try {
    const plain = decodeURIComponent(path).toLowerCase();
    return CANONICAL_PATH.test(plain) ? plain : null;
  } catch {
    return null;
  }
}
