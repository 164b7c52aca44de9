import { dashboard } from '#site/content/dashboard.ts';
import type { DifferenceName } from '#site/content/editor.ts';
import type { WrittenPost } from '#site/gateway/revisions.ts';
import { formatMoment } from '../../moment.ts';
import { fromLocalInput } from '../local-time.ts';
import type { PostValues } from '../post-values.ts';

/** A version in words, field by field, as it is compared and shown. */
export type Readable = Record<DifferenceName, string>;

type Named = { id: string; name: string };

export function readableVersion(post: WrittenPost, categories: readonly Named[]): Readable {
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
    published_at: post.published_at ? formatMoment(post.published_at) : '',
  };
}

/** The form as it would be saved over `beside`: what it leaves to the database is as it is there. */
export function readableForm(values: PostValues, beside: WrittenPost, categories: readonly Named[]): Readable {
  const moment = values.status === 'published' ? fromLocalInput(values.published_at) : beside.published_at;
  return {
    ...values,
    slug: values.slug.trim() || beside.slug,
    status: dashboard.statuses[values.status],
    category: nameOf(values.category_id, categories),
    meta_title: values.meta_title.trim() || values.title.trim(),
    published_at: moment ? formatMoment(moment) : '',
  };
}

function nameOf(id: string | null, categories: readonly Named[]): string {
  return id ? (categories.find((one) => one.id === id)?.name ?? id) : '';
}
