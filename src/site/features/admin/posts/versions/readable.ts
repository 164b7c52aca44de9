import { formatLocalTime } from '#contract/date.ts';
import { dashboard } from '#site/content/dashboard.ts';
import type { DifferenceName } from '#site/content/editor.ts';
import type { PostFields } from '#site/gateway/site-database.ts';
import { fromLocalInput } from '../local-time.ts';
import type { PostValues } from '../post-values.ts';

/** A version as text, field by field, to be compared and shown. */
export type Readable = Record<DifferenceName, string>;

type Named = { id: string; name: string };

export function readableVersion(post: PostFields, categories: readonly Named[]): Readable {
  return {
    title: post.title,
    slug: post.slug,
    excerpt: post.excerpt ?? '',
    content: post.content,
    status: dashboard.statuses[post.status],
    category: nameOf(post.category_id, categories),
    featured_image_url: post.featured_image_url ?? '',
    meta_title: post.meta_title ?? '',
    meta_description: post.meta_description ?? '',
    meta_keywords: post.meta_keywords ?? '',
    published_at: post.published_at ? formatLocalTime(post.published_at) : '',
  };
}

/** The form as it would be saved over `base`; columns that a save does not write are taken from `base`. */
export function readableForm(values: PostValues, base: PostFields, categories: readonly Named[]): Readable {
  const publishedAt = values.status === 'published' ? fromLocalInput(values.published_at) : base.published_at;
  return {
    ...values,
    slug: values.slug.trim() || base.slug,
    status: dashboard.statuses[values.status],
    category: nameOf(values.category_id, categories),
    meta_title: values.meta_title.trim() || values.title.trim(),
    published_at: publishedAt ? formatLocalTime(publishedAt) : '',
  };
}

function nameOf(id: string | null, categories: readonly Named[]): string {
  return id ? (categories.find((one) => one.id === id)?.name ?? id) : '';
}
