import { Carousel, type CarouselWords } from '#site/ui/carousel.tsx';
import type { AutoplaySettings } from '#site/ui/use-autoplay.ts';
import { GoLink } from '#site/ui/go-link.tsx';
import { Facade } from './facade.tsx';
import type { LabelledLink } from './link.ts';
import { PostCard, type CardPost } from './post-card.tsx';

export type ArticleCarouselProps = {
  heading: string;
  link: LabelledLink;
  posts: readonly CardPost[];
  words: CarouselWords;
  autoplay: AutoplaySettings;
};

const HEADING_ID = 'articles';

/** The latest posts as bays of a façade. */
export function ArticleCarousel({ heading, link, posts, words, autoplay }: ArticleCarouselProps) {
  return (
    <Facade labelledBy={HEADING_ID}>
      <Carousel
        {...autoplay}
        className="article-carousel"
        words={words}
        head={<h2 id={HEADING_ID}>{heading}</h2>}
        actions={<GoLink href={link.href}>{link.label}</GoLink>}
        slides={posts.map((post) => ({ id: post.slug, content: <PostCard post={post} /> }))}
      />
    </Facade>
  );
}
