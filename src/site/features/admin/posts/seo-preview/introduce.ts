import { excerptOf } from '#contract/excerpt.ts';
import { coverSource } from '#site/art/cover.ts';
import { editor } from '#site/content/editor.ts';
import type { PostCategory } from '#site/gateway/posts.ts';
import { postMeta } from '#site/head/post-meta.ts';
import { fromLocalInput } from '../local-time.ts';
import { type PostValues, isImageAddress } from '../post-values.ts';

export type Introduction = {
  host: string;
  path: string;
  /** As search results show it, with the name of the firm. */
  documentTitle: string;
  /** As shared cards show it. */
  title: string;
  description: string;
  image: string;
};

type Place = { slug: string; category: PostCategory | null; siteUrl: string };

/** What search engines and messengers read of the post, from the descriptors of its page's head. */
export function introduce(values: PostValues, { slug, category, siteUrl }: Place): Introduction {
  const moment = fromLocalInput(values.published_at);
  const now = new Date().toISOString();
  const image = values.featured_image_url.trim();
  const ownImage = isImageAddress(image) ? image : null;
  const path = `/blog/${slug}`;
  const head = postMeta(
    {
      ...values,
      title: values.title.trim() || editor.preview.title,
      card_excerpt: values.content.trim() || values.excerpt.trim() ? excerptOf(values) : '',
      featured_image_url: ownImage,
      published_at: moment,
      created_at: now,
      updated_at: now,
      categories: category,
    },
    { path, siteUrl },
  );
  const read = (key: string) => {
    const found = head.find(
      (one) => ('property' in one && one.property === key) || ('name' in one && one.name === key),
    );
    return found && 'content' in found ? String(found.content) : '';
  };
  const titled = head.find((one) => 'title' in one);
  return {
    host: hostOf(siteUrl),
    path,
    documentTitle: titled && 'title' in titled ? String(titled.title) : '',
    title: read('og:title'),
    description: read('description'),
    // The share image that the server draws has the same lattice as the cover.
    image: ownImage ?? coverSource({ slug, category_slug: category?.slug ?? null }),
  };
}

function hostOf(siteUrl: string): string {
  return URL.canParse(siteUrl) ? new URL(siteUrl).host : siteUrl;
}
