import { useLocation, useSearchParams } from 'react-router';
import { SEARCH_MAX_LENGTH } from '#contract/limits.ts';

/** How a list keeps its search, filters and page in the dashboard's URL. Pages count from 1. */
export type ListParams<Params extends { page: number }> = {
  /** The parameters of the URL that belong to the list. */
  names: readonly string[];
  /** Invalid values read as the default. */
  read: (query: URLSearchParams) => Params;
  /** Default values are left out. */
  write: (params: Params) => Record<string, string>;
};

export type ListState<Params> = {
  params: Params;
  /** Goes back to the first page unless `part` has another. */
  change: (part: Partial<Params>) => void;
  hrefOf: (page: number) => string;
};

/** The state of a list in the URL, so that it survives a reload and can be bookmarked. */
export function useListParams<Params extends { page: number }>(list: ListParams<Params>): ListState<Params> {
  const [query, setQuery] = useSearchParams();
  const { state } = useLocation();
  const params = list.read(query);
  const change = (part: Partial<Params>): void => {
    // Not `query`: another change may not be rendered yet.
    const before = new URLSearchParams(window.location.search);
    const next = withParams(before, list, { ...list.read(before), page: 1, ...part });
    // The state is what the entry keeps of an open form.
    setQuery(next, { replace: true, preventScrollReset: true, state });
  };
  return { params, change, hrefOf: (page) => `/admin?${withParams(query, list, { ...params, page })}` };
}

/** The query with the list's parameters replaced; those of other lists stay. */
export function withParams<Params extends { page: number }>(
  query: URLSearchParams,
  list: ListParams<Params>,
  params: Params,
): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of list.names) next.delete(name);
  for (const [name, value] of Object.entries(list.write(params))) next.set(name, value);
  return next;
}

export function readPageNumber(text: string | null): number {
  const page = Number(text ?? 1);
  return Number.isInteger(page) && page > 0 && page < 1e6 ? page : 1;
}

/** A list whose parameters are texts, '' by default: `users-q`, `users-page`. */
export function textListParams<Name extends string>(
  list: string,
  fields: readonly Name[],
): ListParams<Record<Name, string> & { page: number }> {
  const nameOf = (field: string): string => `${list}-${field}`;
  return {
    names: [...fields, 'page'].map(nameOf),
    read: (query) => {
      const texts = fields.map((field) => [field, (query.get(nameOf(field)) ?? '').slice(0, SEARCH_MAX_LENGTH)]);
      const page = readPageNumber(query.get(nameOf('page')));
      return { ...(Object.fromEntries(texts) as Record<Name, string>), page };
    },
    write: ({ page, ...texts }) => ({
      ...Object.fromEntries(
        Object.entries<string>(texts as Record<string, string>).flatMap(([field, text]) =>
          text ? [[nameOf(field), text]] : [],
        ),
      ),
      ...(page > 1 && { [nameOf('page')]: String(page) }),
    }),
  };
}
