import type { QueryClient } from '@tanstack/react-query';
import { QUERY_KEYS, type QueryKey } from '#site/query-client.ts';
import { ITEM_KINDS, type ItemKind, type ItemTable } from '#contract/items.ts';

export function deletedItemsKey(table: ItemTable): QueryKey {
  return [...QUERY_KEYS.adminDeleted, table];
}

const LISTS: Record<ItemKind, readonly QueryKey[]> = {
  post: [QUERY_KEYS.adminPosts, QUERY_KEYS.posts],
  category: [QUERY_KEYS.adminCategories, QUERY_KEYS.adminPosts, QUERY_KEYS.posts],
  testimonial: [QUERY_KEYS.adminTestimonials, QUERY_KEYS.testimonials],
};

/** What a write of each kind makes stale: its list, lists that show its name, the public lists, and the deleted items. */
export function staleAfter(kind: ItemKind): readonly QueryKey[] {
  return [...LISTS[kind], deletedItemsKey(ITEM_KINDS[kind].table)];
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
