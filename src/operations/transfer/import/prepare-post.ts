import { POST_TITLE_MAX_LENGTH, SLUG_MAX_LENGTH } from '#contract/limits.ts';
import { type PostStatus, isScheduled } from '#contract/post-status.ts';
import { percentDecoded } from '#contract/url-path.ts';
import { fallbackSlug, freeSlug, slugFromTitle } from '#contract/slug.ts';
import { webAddress } from '../html/addresses.ts';
import { type ConvertOptions, convertBody } from '../html/convert-body.ts';
import type { ByLine, SourcePost } from '../source.ts';

/** The columns of a post that an import writes. */
export type PostRow = {
  id: string;
  title: string;
  slug: string;
  excerpt: string | null;
  content: string;
  status: PostStatus;
  meta_title: string | null;
  meta_description: string | null;
  meta_keywords: string | null;
  featured_image_url: string | null;
  published_at: string | null;
  created_at: string | null;
  updated_at: string | null;
} & ByLine;

export type PreparedPost = {
  row: PostRow;
  dropped: readonly string[];
  notes: readonly string[];
};

type PrepareOptions = ConvertOptions & {
  /** Slugs of other posts. */
  takenSlugs: ReadonlySet<string>;
  now: Date;
};

/** Characters of a body: the search index of a longer one takes PostgreSQL too long. */
const MAX_CONTENT = 1_000_000;
const NO_BY_LINE: ByLine = { author: null, reviewer: null, law_as_of: null };
/** A post that cannot be stored. */
export class RejectedPost extends Error {}

/**
 * The row of an imported post, and notes on what was changed. Throws RejectedPost for a post without text or with too
 * much, and TooDeep.
 */
export function preparePost(post: SourcePost, options: PrepareOptions): PreparedPost {
  if (post.body.length > MAX_CONTENT) throw new RejectedPost(`its text has more than ${MAX_CONTENT} characters`);
  const { content, dropped, notes } = convertBody(post, options);
  if (content.trim() === '') throw new RejectedPost('it has no text');
  const day = new Date(post.publishedAt ?? post.createdAt ?? options.now);
  const wanted = makeSlug(post.slug, post.title) ?? fallbackSlug('post', day);
  const slug = freeSlug(wanted, options.takenSlugs);
  const given = post.title.normalize('NFC');
  const title = cut(given.trim() || slug, POST_TITLE_MAX_LENGTH);
  const { byLine = NO_BY_LINE } = post;
  const published = { status: post.status, published_at: post.publishedAt };
  return {
    row: {
      id: post.id,
      title,
      slug,
      content,
      ...published,
      excerpt: post.excerpt,
      meta_title: post.metaTitle,
      meta_description: post.metaDescription,
      meta_keywords: post.metaKeywords,
      featured_image_url: pictureOf(post, options),
      created_at: post.createdAt,
      updated_at: post.updatedAt,
      author: byLine.author,
      reviewer: byLine.reviewer,
      law_as_of: byLine.law_as_of,
    },
    dropped,
    notes: [
      ...post.notes,
      ...(post.slug !== wanted
        ? [`its address is /blog/${slug}: "${post.slug.slice(0, 100)}" is no address here`]
        : []),
      ...(slug !== wanted ? [`its address is /blog/${slug}: another post has /blog/${wanted}`] : []),
      ...(title !== given ? [given.trim() ? 'its title was cut' : 'it had no title'] : []),
      ...(published.status === 'published' && post.publishedAt === null
        ? ['it has no date that can be read: it is published as of the import']
        : []),
      ...(isScheduled(published, options.now) ? [`it will be published at ${post.publishedAt}`] : []),
      ...notes,
    ],
  };
}

function pictureOf({ picture, format }: SourcePost, { siteUrl, pictures }: PrepareOptions): string | null {
  if (picture === null || (format === 'own' && picture.startsWith('/'))) return picture;
  const url = webAddress(picture, siteUrl);
  return url && (pictures.get(url.href) ?? url.href);
}

function cut(text: string, length: number): string {
  return Array.from(text).slice(0, length).join('');
}

/** Characters kept free for the number that a taken slug gets. */
const NUMBER_LENGTH = 8;
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/**
 * The slug of an imported item: its own where it is one, else one made of it (slugs in other scripts are
 * percent-encoded), else of its title. Null where neither has a letter or digit for one.
 */
export function makeSlug(own: string, title: string): string | null {
  if (SLUG.test(own) && own.length <= SLUG_MAX_LENGTH) return own;
  const made = [slugFromTitle(percentDecoded(own) ?? own), slugFromTitle(title)];
  return made.map((slug) => slug.slice(0, SLUG_MAX_LENGTH - NUMBER_LENGTH).replace(/-$/, '')).find(Boolean) ?? null;
}
