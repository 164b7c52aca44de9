import { useQuery } from '@tanstack/react-query';
import { HOME_CAROUSEL_POSTS } from '#contract/limits.ts';
import { homeLists } from '#site/content/home-lists.ts';
import { browserClient } from '#site/gateway/client.ts';
import { listPublishedPosts } from '#site/gateway/posts.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { QueryProvider } from '#site/query-provider.tsx';
import { Placeholder } from '#site/ui/placeholder.tsx';
import { Spinner } from '#site/ui/spinner.tsx';
import { useIsHydrated } from '#site/ui/use-is-hydrated.ts';
import { cardPost } from './card-post.ts';
import { LatestPosts } from './latest-posts.tsx';

const SHAPE = ['1', '2', '3', '4'].map((slug) => ({
  slug,
  href: '/blog',
  title: 'Title',
  category: 'Category',
  date: { iso: '2013-01-01', text: 'January 1, 2013' },
}));

/**
 * The carousel where the server could not read the posts: the browser reads them. A spinner while loading, nothing on
 * error (specification §2).
 */
export function LiveLatestPosts({ heading }: { heading: string }) {
  return (
    <QueryProvider>
      <div className="articles-to-come">
        <FetchedPosts heading={heading} />
      </div>
    </QueryProvider>
  );
}

function FetchedPosts({ heading }: { heading: string }) {
  const isHydrated = useIsHydrated();
  const { data = [], isPending } = useQuery({
    queryKey: QUERY_KEYS.homePosts,
    queryFn: async () => listPublishedPosts(await browserClient(), HOME_CAROUSEL_POSTS),
  });
  // Without JavaScript a spinner would never end.
  if (isPending && !isHydrated) return null;
  if (isPending)
    return (
      <Placeholder label={homeLists.blog.loading} status={<Spinner label={homeLists.blog.loading} />}>
        <LatestPosts heading={heading} posts={SHAPE} />
      </Placeholder>
    );
  return <LatestPosts heading={heading} posts={data.map((post) => cardPost(post, { withExcerpt: false }))} />;
}
