import { DEFAULT_POST_STATUS, isScheduled } from '#contract/post-status.ts';
import { dashboard } from '#site/content/dashboard.ts';
import { editor } from '#site/content/editor.ts';
import type { AdminPost, PostInput } from '#site/gateway/admin-posts.ts';
import type { PendingDraft } from '#site/gateway/post-drafts.ts';
import type { PostFields } from '#site/gateway/site-database.ts';
import type { FormRules } from '../form-session/form-state.ts';
import { type ItemVersion, likeBlank, versionOf } from '../form-session/local-copy.ts';
import { fromLocalInput, toLocalInput } from './local-time.ts';

/**
 * The values of the form: every field as typed, '' instead of null. `published_at` and `law_as_of` are as the fields of the
 * browser have them, in the editor's time zone; `author` and `reviewer` are ids of people of the firm.
 */
export type PostValues = Record<Exclude<keyof PostFields, 'status'>, string> & Pick<PostFields, 'status'>;

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
  author: '',
  reviewer: '',
  law_as_of: '',
};

export function postToValues(post: PostFields): PostValues {
  return { ...likeBlank(post, EMPTY_POST), published_at: toLocalInput(post.published_at) };
}

/** The version that a form shows: that of the post, or of its pending draft, which is based on the version `base`. */
export function postVersion(post: AdminPost, pending: PendingDraft | null = null, base = pending?.base): ItemVersion {
  return { ...versionOf(post), ...(pending && { base: base ?? pending.base, draft: pending.version }) };
}

/** What a save filled in by itself. A chosen time of a post that is not published is written by no save. */
export function assignedToPost({ slug, status, published_at }: AdminPost): Partial<PostValues> {
  return { slug, ...(status === 'published' && { published_at: toLocalInput(published_at) }) };
}

/** What to write; an empty meta title becomes the post's title (specification §5). */
export function valuesToPost(values: PostValues, slug: string): PostInput {
  const title = values.title.normalize('NFC').trim();
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
    author: values.author || null,
    reviewer: values.reviewer || null,
    law_as_of: values.law_as_of || null,
  };
}

/** The time of publication, only where the editor changed it: the field has no seconds. null removes the time. */
export function publishedAtInput(values: PostValues, item: AdminPost | null): Pick<PostInput, 'published_at'> {
  const isUntouched = values.published_at === toLocalInput(item?.published_at);
  if (values.status !== 'published' || isUntouched) return {};
  return { published_at: fromLocalInput(values.published_at) };
}

/** Whether the post would be published, and not yet due. */
export function willBeScheduled({ status, published_at }: PostValues, now: Date): boolean {
  return isScheduled({ status, published_at: fromLocalInput(published_at) }, now);
}

/** A meta title that equals the title changes with it. */
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

/** The rules of the form's session. In a published or archived post, autosaves write a pending draft with all values. */
export const POST_RULES: FormRules<PostValues, AdminPost> = {
  check: validatePost,
  autosaved: (values, item) =>
    item === null || item.status === 'draft' ? { ...values, status: 'draft', published_at: '' } : values,
  publishes: (merged, wanted) => merged.status === 'published' && wanted.status !== 'published',
};

/** The site's own pictures, or another host's by https: the content security policy allows no others. */
export function isImageAddress(text: string): boolean {
  return /^\/(?!\/)\S*$/.test(text) || (/^https:\/\/\S+$/.test(text) && URL.parse(text) !== null);
}
