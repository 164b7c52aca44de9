import { DEFAULT_POST_STATUS, type PostStatus } from '#contract/post-status.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { editor } from '#site/content/editor.ts';
import type { AdminPost, PostRow } from '#site/gateway/admin-posts.ts';
import { fromLocalInput, toLocalInput } from './local-time.ts';

/** The form of a post: every field as typed, empty rather than null. */
export type PostValues = {
  title: string;
  slug: string;
  excerpt: string;
  content: string;
  status: PostStatus;
  category_id: string;
  featured_image_url: string;
  meta_title: string;
  meta_description: string;
  meta_keywords: string;
  /** As the field of date and time shows it, in the editor's zone. */
  published_at: string;
};

export const EMPTY_POST: PostValues = {
  title: '',
  slug: '',
  excerpt: '',
  content: '',
  status: DEFAULT_POST_STATUS,
  category_id: '',
  featured_image_url: '',
  meta_title: '',
  meta_description: '',
  meta_keywords: '',
  published_at: '',
};

export function postToValues(post: AdminPost): PostValues {
  return {
    title: post.title,
    slug: post.slug,
    excerpt: post.excerpt ?? '',
    content: post.content,
    status: post.status,
    category_id: post.category_id ?? '',
    featured_image_url: post.featured_image_url ?? '',
    meta_title: post.meta_title ?? '',
    meta_description: post.meta_description ?? '',
    meta_keywords: post.meta_keywords ?? '',
    published_at: toLocalInput(post.published_at),
  };
}

/** The row to write; an empty meta title means that the post's title is used (specification §5). */
export function valuesToPost(values: PostValues, slug: string): PostRow {
  const title = values.title.trim();
  return {
    title,
    slug,
    excerpt: values.excerpt.trim() || null,
    content: values.content,
    status: values.status,
    category_id: values.category_id || null,
    meta_title: values.meta_title.trim() || title,
    meta_description: values.meta_description.trim() || null,
    meta_keywords: values.meta_keywords.trim() || null,
    featured_image_url: values.featured_image_url.trim() || null,
  };
}

/**
 * The moment that the editor chose, where it is not the one that stands: the field shows no seconds, so a moment that
 * was not touched is not written. null takes a moment away.
 */
export function momentToWrite(values: PostValues, item: AdminPost | null): Pick<PostRow, 'published_at'> {
  const isUntouched = values.published_at === toLocalInput(item?.published_at);
  if (values.status !== 'published' || isUntouched) return {};
  return { published_at: fromLocalInput(values.published_at) };
}

/** Whether the post would be published, and not yet shown. */
export function isWaiting(values: Pick<PostValues, 'status' | 'published_at'>, now: Date): boolean {
  const moment = fromLocalInput(values.published_at);
  return values.status === 'published' && moment !== null && Date.parse(moment) > now.getTime();
}

/** A new title takes along a meta title that was only its copy, so that the two do not drift apart unseen. */
export function withTitle(values: PostValues, title: string): Partial<PostValues> {
  const isCopied = values.meta_title !== '' && values.meta_title === values.title;
  return isCopied ? { title, meta_title: title } : { title };
}

export function validatePost(values: PostValues): Partial<Record<keyof PostValues, string>> {
  const words = dashboard.posts.errors;
  const image = values.featured_image_url.trim();
  return {
    ...(!values.title.trim() && { title: words.title }),
    ...(!values.content.trim() && { content: words.content }),
    ...(image && !isImageAddress(image) && { featured_image_url: words.image }),
    ...(values.published_at && !fromLocalInput(values.published_at) && { published_at: editor.schedule.error }),
  };
}

/** The site's own pictures, or another host's by https: pages load no others (the front door's content policy). */
export function isImageAddress(text: string): boolean {
  return /^\/(?!\/)\S*$/.test(text) || (/^https:\/\/\S+$/.test(text) && URL.canParse(text));
}
