import { HOME_POSTS_AUTOPLAY_MS } from '#contract/limits.ts';
import { carouselWords } from '#site/content/carousel-words.ts';
import { homeLists } from '#site/content/home-lists.ts';
import { ArticleCarousel } from '#site/sections/article-carousel.tsx';
import type { CardPost } from '#site/sections/post-card.tsx';

const words = homeLists.blog;

/** The carousel of the home page; nothing without posts (specification §2). */
export function LatestPosts({ posts, heading }: { posts: readonly CardPost[]; heading: string }) {
  if (posts.length === 0) return null;
  return (
    <ArticleCarousel
      heading={heading}
      link={words.all}
      posts={posts}
      words={carouselWords(heading, words)}
      autoplay={{ delayMs: HOME_POSTS_AUTOPLAY_MS, stopOnInteraction: true, loop: true }}
    />
  );
}
