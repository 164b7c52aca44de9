import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { ITEM_KINDS, type ItemKind, type ItemTable } from '#contract/items.ts';
import { browserClient, type DataClient } from '#site/gateway/client.ts';
import { ALWAYS_FRESH, QUERY_KEYS, type QueryKey } from '#site/query-client.ts';
import { dismissToastsOf, toast, type ToastMessage } from '#site/ui/toast.ts';

/** Logs why something failed, after the sentence of its toast. */
export function logFailure({ description = '' }: ToastMessage, error: unknown): void {
  console.error(`${description.replace(/\.$/, '')}:`, error);
}

type AdminQueryOptions<Data> = Pick<UseQueryOptions<Data>, 'enabled' | 'staleTime' | 'gcTime' | 'refetchInterval'> & {
  /** Shown once for each error. */
  failed?: ToastMessage;
};

/** Every read of the dashboard. With other parameters in the key, the previous data stays until the new data is here. */
export function useAdminQuery<Data>(
  queryKey: QueryKey,
  read: (client: DataClient) => Promise<Data>,
  { failed, ...options }: AdminQueryOptions<Data> = {},
): UseQueryResult<Data> {
  const query = useQuery<Data>({
    ...ALWAYS_FRESH,
    ...options,
    queryKey,
    queryFn: async () => read(await browserClient()),
    placeholderData: keepPreviousData,
  });
  useErrorToast(query, failed);
  return query;
}

function useErrorToast({ error, errorUpdatedAt }: UseQueryResult<unknown>, failed: ToastMessage | undefined): void {
  const shownAt = useRef(errorUpdatedAt);
  useEffect(() => {
    if (!failed || !error || errorUpdatedAt === shownAt.current) return;
    shownAt.current = errorUpdatedAt;
    // Firefox aborts the requests of a page that is left. Nothing here aborts a read of the data API.
    if (error.message.startsWith('AbortError')) return;
    logFailure(failed, error);
    toast(failed);
  }, [error, errorUpdatedAt, failed]);
}

type AdminMutationOptions<Params, Result> = {
  write: (client: DataClient, params: Params) => Promise<Result>;
  /** What the write makes stale. It is read again after an error too: the list may be behind the server. */
  stale: readonly QueryKey[];
  failed: ToastMessage;
  /** A more exact toast for some errors. */
  explain?: (error: unknown) => ToastMessage | undefined;
  /** `tell` shows a toast in the place of an earlier one of this write. */
  onDone: (result: Result, params: Params, tell: (message: ToastMessage) => void) => void;
  /** Whether the write is pending until the lists are read again; otherwise only until its answer. */
  awaitsRefresh?: boolean;
};

/** Every write of the dashboard: logs and shows errors, then refreshes the lists. `params` are those of the write under way. */
export function useAdminMutation<Params, Result>(options: AdminMutationOptions<Params, Result>) {
  const { write, stale, failed, explain, onDone, awaitsRefresh = true } = options;
  const queryClient = useQueryClient();
  const source = useId();
  const tell = (message: ToastMessage): void => void toast(message, source);
  const { mutate, mutateAsync, isPending, variables, error } = useMutation({
    // By default a write waits silently while the browser is offline; it must fail with a message.
    networkMode: 'always',
    mutationFn: async (params: Params) => write(await browserClient(), params),
    onSuccess: async (result, params) => {
      dismissToastsOf(source);
      onDone(result, params, tell);
      const refreshed = refreshQueries(queryClient, stale);
      if (awaitsRefresh) await refreshed;
    },
    onError: (mutationError) => {
      logFailure(failed, mutationError);
      tell(explain?.(mutationError) ?? failed);
      void refreshQueries(queryClient, stale);
    },
  });
  return { mutate, mutateAsync, isPending, params: isPending ? variables : undefined, error };
}

/** The list of a kind in its tab; that of posts is `QUERY_KEYS.adminPosts`. */
export function itemsKey(kind: ItemKind): QueryKey {
  return [`admin-${ITEM_KINDS[kind].tab}`];
}

export function deletedItemsKey(table: ItemTable): QueryKey {
  return [...QUERY_KEYS.adminDeleted, table];
}

/** Lists beside that of the tab. */
const OTHER_LISTS: Partial<Record<ItemKind, readonly QueryKey[]>> = {
  post: [QUERY_KEYS.posts],
  category: [QUERY_KEYS.adminPosts, QUERY_KEYS.posts],
  testimonial: [QUERY_KEYS.testimonials],
};

/** What a write of each kind makes stale: its list, lists that show its name, the public lists, and the deleted items. */
export function staleAfter(kind: ItemKind): readonly QueryKey[] {
  return [itemsKey(kind), ...(OTHER_LISTS[kind] ?? []), deletedItemsKey(ITEM_KINDS[kind].table)];
}

/**
 * Reads the stale queries again. A first read that is under way may have started before the write, and its result would
 * count as fresh, so it is cancelled.
 */
export async function refreshQueries(queryClient: QueryClient, stale: readonly QueryKey[]): Promise<void> {
  await Promise.all(
    stale.map(async (queryKey) => {
      await queryClient.cancelQueries({ queryKey });
      await queryClient.invalidateQueries({ queryKey });
    }),
  );
}

const PAUSE_MS = 250;

/** The value as soon as it has not changed for a short time: a search does not start with every letter. */
export function useDebouncedValue<Value>(value: Value): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
