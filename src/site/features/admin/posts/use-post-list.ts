import { listAdminPosts } from '#site/gateway/admin-post-list.ts';
import type { Category } from '#site/gateway/items.ts';
import { MESSAGES } from '#site/messages.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { rangeOfPage } from '../query-list.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import { type PostListParams, filterOf } from './post-list-params.ts';

export const POSTS_PER_LIST_PAGE = 25;

/** One page of the list of posts. `categories` is undefined while they are loading, and empty if loading failed. */
export function usePostList(params: PostListParams, categories: readonly Category[] | undefined) {
  const needsCategories = params.q.trim() !== '' || (params.category !== '' && params.category !== 'none');
  return useAdminQuery(
    [...QUERY_KEYS.adminPostList, params],
    (client) =>
      listAdminPosts(client, filterOf(params, categories ?? []), rangeOfPage(params.page, POSTS_PER_LIST_PAGE)),
    { failed: MESSAGES.fetchPostsFailed, enabled: !needsCategories || categories !== undefined },
  );
}
