import { QUERY_KEYS } from '#site/query-client.ts';
import type { ItemTable } from '#site/gateway/deleted-items.ts';

/** What an administrator reads is kept apart from what everybody reads: it holds drafts. */
export const ADMIN_KEYS = {
  posts: ['admin-posts'],
  categories: ['admin-categories'],
  testimonials: ['admin-testimonials'],
  mail: ['admin-undelivered-mail'],
  deleted: (table: ItemTable) => ['admin-deleted', table],
} as const;

type QueryKey = readonly string[];

/** What a write of each kind makes stale: its own list, lists that show its name, what was deleted, and the public ones. */
export const STALE_AFTER: Record<'post' | 'category' | 'testimonial', readonly QueryKey[]> = {
  post: [ADMIN_KEYS.posts, ADMIN_KEYS.deleted('blog_posts'), QUERY_KEYS.posts],
  category: [ADMIN_KEYS.categories, ADMIN_KEYS.posts, ADMIN_KEYS.deleted('categories'), QUERY_KEYS.posts],
  testimonial: [ADMIN_KEYS.testimonials, ADMIN_KEYS.deleted('testimonials'), QUERY_KEYS.testimonials],
};
