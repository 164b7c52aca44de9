import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readSession } from '#site/gateway/account.ts';
import { listAdminPosts } from '#site/gateway/admin-post-list.ts';
import { browserClient, type DataClient, mayHaveSession } from '#site/gateway/client.ts';
import type { Category } from '#site/gateway/items.ts';
import { browserSiteConfig } from '#site/gateway/site-config.ts';
import { readPostViews } from '#site/gateway/views.ts';
import { MESSAGES } from '#site/messages.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { useUserId } from '../live/live-provider.tsx';
import { useAdminQuery } from '../queries.ts';
import { rangeOfPage } from '../query-list.tsx';
import { daysOfPeriod } from '../readers/view-days.ts';
import { useIsWriter } from '../role.ts';
import { filterOf, needsCategories, type PostListParams, postListParams } from './post-list-params.ts';

const keyOf = (params: PostListParams, author = '') => [...QUERY_KEYS.adminPostList, params, author] as const;
const readPage = (client: DataClient, params: PostListParams, categories: readonly Category[], author = '') =>
  listAdminPosts(client, filterOf(params, categories, author), rangeOfPage(params.page, params.size));

/**
 * One page of the list of posts; for a writer, of their own. `categories` is undefined while they are loading, and empty
 * if loading failed.
 */
export function usePostList(params: PostListParams, categories: readonly Category[] | undefined) {
  const userId = useUserId();
  const author = useIsWriter() ? userId : '';
  return useAdminQuery(keyOf(params, author), (client) => readPage(client, params, categories ?? [], author), {
    failed: MESSAGES.fetchPostsFailed,
    // What was read while the dashboard opened is not read again.
    staleTime: 2000,
    enabled: !needsCategories(params) || categories !== undefined,
  });
}

/** Begins to read the list while the rights of the person are read; row-level security decides what is read. */
export function usePostListBeforehand(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const params = postListParams.read(new URLSearchParams(window.location.search));
    if (!mayHaveSession() || needsCategories(params)) return;
    const read = async (): Promise<void> => {
      const client = await browserClient();
      // A session that cannot be renewed is none: nothing is read as an anonymous visitor.
      if (!(await readSession(client))) return;
      const queryFn = () => readPage(client, params, []);
      await queryClient.prefetchQuery({ queryKey: keyOf(params), queryFn, networkMode: 'always' });
    };
    read().catch(() => {});
  }, [queryClient]);
}

const VIEWED_DAYS = 30;

/** The views of the posts, by path; none for writers, and where views are not counted. */
export function usePostViews(): ReadonlyMap<string, number> | undefined {
  const isShown = !useIsWriter() && browserSiteConfig().countsViews;
  const [[since = '']] = useState(() => daysOfPeriod(VIEWED_DAYS, Date.now()));
  const key = [...QUERY_KEYS.adminViews, 'posts', since] as const;
  return useAdminQuery(key, (client) => readPostViews(client, since), { enabled: isShown }).data;
}
