import type { QueryClient } from '@tanstack/react-query';
import { ITEM_TABLES, type ItemTable, forEachItemTable, kindOfTable } from '#contract/items.ts';
import type { QueryKey } from '#site/query-client.ts';
import { staleAfter } from '../refresh-queries.ts';
import { runInTurn } from './run-in-turn.ts';

/** Changes of one transaction, such as those of selected posts, are one read. */
const WAIT_MS = 100;

/** Reads the lists of a table again, soon after a request and one read at a time. */
export function createReader(queryClient: QueryClient) {
  const readers = forEachItemTable((table) =>
    runInTurn(() => readAgain(queryClient, staleAfter(kindOfTable(table))), WAIT_MS),
  );
  return {
    request: (table: ItemTable) => readers[table].request(),
    requestAll: () => ITEM_TABLES.forEach((table) => readers[table].request()),
    cancel: () => ITEM_TABLES.forEach((table) => readers[table].cancel()),
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
