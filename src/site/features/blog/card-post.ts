import { cardExcerptOf } from '#contract/excerpt.ts';
import { formatLongDate, machineTime, postDate } from '#contract/date.ts';
import type { PostSummary } from '#site/gateway/posts.ts';
import type { CardPost } from '#site/sections/post-card.tsx';

/** What a card shows of a post; the excerpt is optional. */
export function cardPost(post: PostSummary, { withExcerpt }: { withExcerpt: boolean }): CardPost {
  const iso = postDate(post);
  return {
    slug: post.slug,
    href: `/blog/${post.slug}`,
    title: post.title,
    date: { iso: machineTime(iso), text: formatLongDate(iso) },
    featured_image_url: post.featured_image_url,
    category_slug: post.categories?.slug ?? null,
    ...(post.categories && { category: post.categories.name }),
    ...(withExcerpt && { excerpt: cardExcerptOf(post.card_excerpt) }),
  };
}
