import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { isScheduled } from '#contract/post-status.ts';
import type { ListedPost } from '#site/gateway/admin-post-list.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { refreshQueries } from '../refresh-queries.ts';

/** A longer delay would overflow the browser's timer, which then fires at once. */
const MAX_DELAY_MS = 86_400_000;

/**
 * The time for which the list shows its posts. It moves on when the next scheduled post is due, and the list is read
 * again, because the post may no longer match the filter. `readAt` is when the posts were read, in milliseconds.
 */
export function useDueTime(posts: readonly ListedPost[], readAt: number): Date {
  const queryClient = useQueryClient();
  const [reachedAt, setReachedAt] = useState(() => Date.now());
  const now = new Date(Math.max(reachedAt, readAt));
  const dueTimes = posts
    .filter((post) => isScheduled(post, now))
    .map(({ published_at: publishedAt }) => Date.parse(publishedAt ?? ''));
  const nextDue = Math.min(...dueTimes);
  useEffect(() => {
    if (!Number.isFinite(nextDue)) return;
    const reach = (): void => {
      setReachedAt(Date.now());
      if (Date.now() >= nextDue) void refreshQueries(queryClient, [QUERY_KEYS.adminPosts]);
    };
    const timer = setTimeout(reach, Math.min(Math.max(nextDue - Date.now(), 0), MAX_DELAY_MS));
    return () => clearTimeout(timer);
  }, [nextDue, reachedAt, queryClient]);
  return now;
}
