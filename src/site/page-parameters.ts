/** A query parameter that changes what a page shows. */
type PageParameter = {
  name: string;
  /** The values of which there is an end, so that the page may be kept in memory for each; none for what is typed. */
  kept?: RegExp;
};

const PAGE: PageParameter = { name: 'page', kept: /^[1-9]\d{0,5}$/ };

/** Every parameter that a page's loader reads, by the path of the page. A loader is given no other. */
const PARAMETERS: readonly (readonly [path: RegExp, parameters: readonly PageParameter[]])[] = [
  [/^\/blog$/, [{ name: 'q' }, PAGE]],
  [/^\/blog\/category\/[^/]+$/, [PAGE]],
  [/^\/contact$/, [{ name: 'sent', kept: /^1$/ }]],
];

/**
 * The query of a page's address (with `?`, or '') freed of all that the page does not read, in one order, each parameter
 * once. `isBounded` says whether all of its values are among those that may be kept.
 */
export function readPageQuery(path: string, query: URLSearchParams): { search: string; isBounded: boolean } {
  const declared = PARAMETERS.find(([pattern]) => pattern.test(path))?.[1] ?? [];
  const given = declared.flatMap(({ name, kept }) => {
    const value = query.get(name);
    return value === null ? [] : [{ name, value, isKept: kept?.test(value) ?? false }];
  });
  const search = new URLSearchParams(given.map(({ name, value }) => [name, value])).toString();
  return { search: search && `?${search}`, isBounded: given.every(({ isKept }) => isKept) };
}
