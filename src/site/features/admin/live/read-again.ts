import type { QueryClient } from '@tanstack/react-query';
import type { ItemTable } from '#site/gateway/deleted-items.ts';
import type { QueryKey } from '#site/query-client.ts';
import { STALE_AFTER } from '../refresh-queries.ts';
import { runInTurn } from './run-in-turn.ts';

/** Changes of one transaction, such as those of selected posts, are one read. */
const WAIT_MS = 100;

const STALE: Record<ItemTable, readonly QueryKey[]> = {
  blog_posts: STALE_AFTER.post,
  categories: STALE_AFTER.category,
  testimonials: STALE_AFTER.testimonial,
};
const TABLES = Object.keys(STALE) as ItemTable[];

/** Reads the lists of a table again, soon after a request and one read at a time. */
export function createReader(queryClient: QueryClient) {
  const readers = Object.fromEntries(
    TABLES.map((table) => [table, runInTurn(() => readAgain(queryClient, STALE[table]), WAIT_MS)]),
  ) as Record<ItemTable, ReturnType<typeof runInTurn>>;
  return {
    request: (table: ItemTable) => readers[table].request(),
    requestAll: () => TABLES.forEach((table) => readers[table].request()),
    cancel: () => TABLES.forEach((table) => readers[table].cancel()),
  };
}

/**
 * A first read that is under way may be older than the change: it is waited for, not started again. A list that could
 * not be read stays as it is, with its own button.
 */
async function readAgain(queryClient: QueryClient, stale: readonly QueryKey[]): Promise<void> {
  const cache = queryClient.getQueryCache();
  const active = stale.flatMap((queryKey) => cache.findAll({ queryKey, type: 'active' }));
  const first = active.flatMap(({ state, promise }) => (state.status === 'pending' && promise ? [promise] : []));
  await Promise.allSettled(first);
  await Promise.all(
    stale.map((queryKey) =>
      queryClient.invalidateQueries({ queryKey, predicate: ({ state }) => state.data !== undefined }),
    ),
  );
}
