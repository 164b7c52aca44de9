import type { QueryClient } from '@tanstack/react-query';
import { QUERY_KEYS, type QueryKey } from '#site/query-client.ts';
import type { ItemTable } from '#site/gateway/deleted-items.ts';

export function deletedItemsKey(table: ItemTable): QueryKey {
  return [...QUERY_KEYS.adminDeleted, table];
}

/** What a write of each kind makes stale: its list, lists that show its name, the deleted items, and the public lists. */
export const STALE_AFTER: Record<'post' | 'category' | 'testimonial', readonly QueryKey[]> = {
  post: [QUERY_KEYS.adminPosts, deletedItemsKey('blog_posts'), QUERY_KEYS.posts],
  category: [QUERY_KEYS.adminCategories, QUERY_KEYS.adminPosts, deletedItemsKey('categories'), QUERY_KEYS.posts],
  testimonial: [QUERY_KEYS.adminTestimonials, deletedItemsKey('testimonials'), QUERY_KEYS.testimonials],
};

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
