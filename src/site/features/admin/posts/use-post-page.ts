import { keepPreviousData } from '@tanstack/react-query';
import { listAdminPosts } from '#site/gateway/admin-post-list.ts';
import type { Category } from '#site/gateway/categories.ts';
import { MESSAGES } from '#site/messages.ts';
import { ADMIN_KEYS } from '../query-keys.ts';
import { useList } from '../use-list.ts';
import { type ListAddress, choiceOf, writeListAddress } from './list-address.ts';

export const POSTS_A_PAGE = 25;

/** One page of the list of posts. `categories` are undefined until they are known, or known not to be had. */
export function usePostPage(address: ListAddress, categories: readonly Category[] | undefined) {
  const needsCategories = address.q.trim() !== '' || (address.category !== '' && address.category !== 'none');
  return useList(
    [...ADMIN_KEYS.posts, 'list', writeListAddress(address)],
    (client) =>
      listAdminPosts(client, choiceOf(address, categories ?? []), {
        offset: (address.page - 1) * POSTS_A_PAGE,
        limit: POSTS_A_PAGE,
      }),
    MESSAGES.fetchPostsFailed,
    { enabled: !needsCategories || categories !== undefined, placeholderData: keepPreviousData },
  );
}
