import { HOME_POSTS_AUTOPLAY_MS } from '#contract/limits.ts';
import { carouselWords } from '#site/content/carousel-words.ts';
import { homeLists } from '#site/content/home-lists.ts';
import { Facade } from '#site/sections/facade.tsx';
import { type CardPost, PostCard } from '#site/sections/post-card.tsx';
import { Carousel } from '#site/ui/carousel.tsx';
import { GoLink } from '#site/ui/go-link.tsx';

const words = homeLists.blog;
const HEADING_ID = 'articles';

/** The latest posts as bays of a façade, on the home page; nothing without posts (specification §2). */
export function LatestPosts({ posts, heading }: { posts: readonly CardPost[]; heading: string }) {
  if (posts.length === 0) return null;
  return (
    <Facade labelledBy={HEADING_ID}>
      <Carousel
        delayMs={HOME_POSTS_AUTOPLAY_MS}
        stopOnInteraction
        loop
        className="article-carousel"
        words={carouselWords(heading, words)}
        head={<h2 id={HEADING_ID}>{heading}</h2>}
        actions={<GoLink href={words.all.href}>{words.all.label}</GoLink>}
        slides={posts.map((post) => ({ id: post.slug, content: <PostCard post={post} /> }))}
      />
    </Facade>
  );
}
