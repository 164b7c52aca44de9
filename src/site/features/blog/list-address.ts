/** What a list shows: a page of it, counted from 1, and what is searched for ('' for nothing). */
export type ListAddress = { page: number; q: string };

const MOST_CHARACTERS = 100;

/**
 * Reads the query of a list's address: null where the page cannot be one. `canonical` is the query as it should be
 * written where it is written otherwise (`?page=1`, `?q=`), for a redirect.
 */
export function readListAddress(query: URLSearchParams): { address: ListAddress; canonical?: string } | null {
  const written = query.get('page');
  if (written !== null && !/^[1-9]\d{0,5}$/.test(written)) return null;
  const typed = query.get('q');
  const q = (typed ?? '').normalize('NFKC').replace(/\s+/g, ' ').trim().slice(0, MOST_CHARACTERS);
  const address = { page: Number(written ?? 1), q };
  const isCanonical = written !== '1' && typed !== '';
  return isCanonical ? { address } : { address, canonical: writeListQuery(address) };
}

/** `?q=iec&page=2`, without what is not needed. */
export function writeListQuery({ page, q }: ListAddress): string {
  const query = new URLSearchParams({ ...(q && { q }), ...(page > 1 && { page: String(page) }) }).toString();
  return query && `?${query}`;
}
