import { useQuery } from '@tanstack/react-query';
import { HOME_POSTS_AUTOPLAY_MS, HOME_CAROUSEL_POSTS } from '#contract/limits.ts';
import { carouselWords } from '#site/content/carousel-words.ts';
import { home } from '#site/content/home.ts';
import { browserClient } from '#site/gateway/client.ts';
import { listPublishedPosts } from '#site/gateway/posts.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { ArticleCarousel } from '#site/sections/article-carousel.tsx';
import { Spinner } from '#site/ui/spinner.tsx';
import { cardPost } from './card-post.ts';

const words = home.blog;

type LatestPostsProps = {
  /** The server's read failed: the section is left out until the browser has the posts. */
  hasFailed: boolean;
};

/** The carousel of the home page: a spinner while loading, nothing on error or without posts (specification §2). */
export function LatestPosts({ hasFailed }: LatestPostsProps) {
  const { data, isPending } = useQuery({
    queryKey: QUERY_KEYS.homePosts,
    queryFn: async () => listPublishedPosts(await browserClient(), HOME_CAROUSEL_POSTS),
  });
  if (isPending && !hasFailed) return <Spinner label={words.loading} />;
  if (!data?.length) return null;
  return (
    <ArticleCarousel
      heading={words.heading}
      link={words.all}
      posts={data.map((post) => cardPost(post, { withExcerpt: false }))}
      words={carouselWords(words.heading, words)}
      autoplay={{ delayMs: HOME_POSTS_AUTOPLAY_MS, stopOnInteraction: true, loop: true }}
    />
  );
}
