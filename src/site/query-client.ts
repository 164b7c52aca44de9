import { QueryClient } from '@tanstack/react-query';

/** The query keys of the site; `blog-posts` is the specification's own (§7). */
export const QUERY_KEYS = {
  posts: ['blog-posts'],
  homePosts: ['blog-posts', 'home'],
  testimonials: ['testimonials'],
} as const;

/** One a request on the server, one a visit in the browser. What the server filled in stays fresh for a minute. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { staleTime: 60_000, retry: false, refetchOnWindowFocus: false } },
  });
}
