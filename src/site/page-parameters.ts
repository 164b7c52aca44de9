import { findRoute } from './route-table.ts';

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
