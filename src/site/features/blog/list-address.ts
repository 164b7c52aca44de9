import { SEARCH_MAX_LENGTH } from '#contract/limits.ts';

/** A page of the blog, counted from 1, and the search ('' for none). */
export type ListAddress = { page: number; q: string };

/**
 * Reads the query of a list's URL; null where `page` is invalid. `canonical` is the query to redirect to where the
 * query has redundant parameters (`?page=1`, `?q=`).
 */
export function readListAddress(query: URLSearchParams): { address: ListAddress; canonical?: string } | null {
  const written = query.get('page');
  if (written !== null && !/^[1-9]\d{0,5}$/.test(written)) return null;
  const typed = query.get('q');
  const q = (typed ?? '').normalize('NFKC').replace(/\s+/g, ' ').trim().slice(0, SEARCH_MAX_LENGTH);
  const address = { page: Number(written ?? 1), q };
  const isCanonical = written !== '1' && typed !== '';
  return isCanonical ? { address } : { address, canonical: writeListQuery(address) };
}

/** `?q=iec&page=2`, without default values. */
export function writeListQuery({ page, q }: ListAddress): string {
  const query = new URLSearchParams({ ...(q && { q }), ...(page > 1 && { page: String(page) }) }).toString();
  return query && `?${query}`;
}
