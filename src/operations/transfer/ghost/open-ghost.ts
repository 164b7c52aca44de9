import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { ConfigurationError } from '#backend/configuration-error.ts';
import type { PostStatus } from '#contract/post-status.ts';
import { withoutTrailingSlashes } from '#contract/url-path.ts';
import { hostOf } from '../html/addresses.ts';
import { type Source, type SourceItem, stableId } from '../source.ts';

/** A JSON file is read as a whole. */
const MAX_JSON_BYTES = 256 * 1024 * 1024;
/** Stands for the address of the website in an export. */
const PLACEHOLDER = '__GHOST_URL__';

const text = z
  .string()
  .nullish()
  .transform((value) => value?.replaceAll('\0', '').trim() || null);
const id = z.union([z.string(), z.number()]).transform(String);
const Post = z.object({
  id,
  title: text,
  slug: text,
  html: text,
  feature_image: text,
  type: z.string().nullish(),
  /** Ghost before 3 has this in place of `type`. */
  page: z.union([z.boolean(), z.number()]).nullish(),
  status: z.string(),
  visibility: z.string().nullish(),
  published_at: z.union([z.string(), z.number()]).nullish(),
  created_at: z.union([z.string(), z.number()]).nullish(),
  updated_at: z.union([z.string(), z.number()]).nullish(),
  custom_excerpt: text,
  meta_title: text,
  meta_description: text,
});
const Data = z.object({
  posts: z.array(Post),
  tags: z
    .array(z.object({ id, name: z.string(), slug: z.string(), description: text, visibility: z.string().nullish() }))
    .default([]),
  posts_tags: z.array(z.object({ post_id: id, tag_id: id, sort_order: z.number().nullish() })).default([]),
  posts_meta: z.array(z.object({ post_id: id, meta_title: text, meta_description: text })).default([]),
  posts_authors: z.array(z.object({ post_id: id, author_id: id, sort_order: z.number().nullish() })).default([]),
  users: z.array(z.object({ id, email: z.string().nullish() })).default([]),
});
const Export = z.union([
  z.object({ db: z.array(z.object({ data: Data })).min(1) }).transform(({ db }) => db[0]!.data),
  z.object({ data: Data }).transform(({ data }) => data),
]);

type GhostPost = z.output<typeof Post>;
type GhostData = z.output<typeof Data>;
type Tag = GhostData['tags'][number];

const STATES: Readonly<Record<string, { status: PostStatus; note?: string }>> = {
  published: { status: 'published' },
  scheduled: { status: 'published' },
  draft: { status: 'draft' },
  sent: { status: 'draft', note: 'was sent as a newsletter only; it is a draft here' },
};

/**
 * Opens an export of Ghost (JSON). `siteUrl` is the address of the website, which the file does not have. Throws a
 * ConfigurationError without it, and for a file that is too large, no JSON, or no such export.
 */
export async function openGhost(file: string, siteUrl: URL | null): Promise<Source> {
  if (!siteUrl) throw new ConfigurationError('An export of Ghost does not say its address. Add --site https://…');
  const site = indexOf(await readExport(file), siteUrl);
  const { posts } = site;
  return {
    product: 'Ghost',
    siteUrl,
    // Only the first tag of a post is its category.
    categories: [...new Set(posts.flatMap(({ id: post }) => site.tagsOf(post).slice(0, 1)))],
    rows: {},
    pictures: [],
    folder: null,
    async *items() {
      for (const post of posts) yield readPost(post, site);
    },
  };
}

async function readExport(file: string): Promise<GhostData> {
  const { size } = await stat(file);
  if (size > MAX_JSON_BYTES)
    throw new ConfigurationError(`${file} has ${size} bytes; at most ${MAX_JSON_BYTES} are read.`);
  let json: unknown;
  try {
    json = JSON.parse((await readFile(file, 'utf8')).replace(/^\uFEFF/, ''));
  } catch {
    throw new ConfigurationError(`${file} is damaged or cut off: it is not JSON. Nothing was imported.`);
  }
  const { data, error } = Export.safeParse(json);
  if (!data)
    throw new ConfigurationError(`${file} is no export of Ghost (${firstIssue(error)}). Nothing was imported.`);
  return data;
}

function firstIssue({ issues }: z.ZodError): string {
  const [issue] = issues;
  return `${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'invalid'}`;
}

type Meta = GhostData['posts_meta'][number];
/** The posts of an export with what refers to them. */
type GhostSite = {
  siteUrl: URL;
  posts: readonly GhostPost[];
  /** The public tags of a post in its order; names with `#` are Ghost's internal tags. */
  tagsOf: (post: string) => Tag[];
  metaOf: (post: string) => Meta | undefined;
  authorOf: (post: string) => string | null;
};

function indexOf(data: GhostData, siteUrl: URL): GhostSite {
  const tags = new Map(data.tags.map((tag) => [tag.id, tag]));
  const emails = new Map(data.users.map((user) => [user.id, user.email ?? null]));
  const meta = new Map(data.posts_meta.map((one) => [one.post_id, one]));
  const postsTags = Map.groupBy(data.posts_tags.toSorted(bySortOrder), ({ post_id }) => post_id);
  const authors = Map.groupBy(data.posts_authors.toSorted(bySortOrder), ({ post_id }) => post_id);
  return {
    siteUrl,
    posts: data.posts,
    tagsOf: (post) =>
      (postsTags.get(post) ?? [])
        .flatMap(({ tag_id }) => tags.get(tag_id) ?? [])
        .filter(({ name, visibility }) => !name.startsWith('#') && (visibility ?? 'public') === 'public'),
    metaOf: (post) => meta.get(post),
    authorOf: (post) => emails.get(authors.get(post)?.[0]?.author_id ?? '') ?? null,
  };
}

const bySortOrder = (a: { sort_order?: number | null }, b: { sort_order?: number | null }): number =>
  (a.sort_order ?? 0) - (b.sort_order ?? 0);

function readPost(post: GhostPost, site: GhostSite): SourceItem {
  const state = Object.hasOwn(STATES, post.status) ? STATES[post.status] : undefined;
  if (!state) return { kind: 'left out', what: `posts with the state ${post.status.slice(0, 40)}` };
  const isRestricted = (post.visibility ?? 'public') !== 'public';
  const isPage = post.type === 'page' || Boolean(post.page);
  const status = isRestricted ? 'draft' : state.status;
  const meta = site.metaOf(post.id);
  const [category, ...keywords] = site.tagsOf(post.id);
  const publishedAt = readTime(post.published_at);
  const base = withoutTrailingSlashes(site.siteUrl.origin + site.siteUrl.pathname);
  const resolve = (value: string | null): string | null => value && value.replaceAll(PLACEHOLDER, () => base);
  return {
    kind: 'post',
    post: {
      id: stableId(`ghost ${hostOf(site.siteUrl)} ${post.id}`),
      title: post.title ?? '',
      slug: post.slug ?? '',
      body: resolve(post.html) ?? '',
      format: 'html',
      excerpt: post.custom_excerpt,
      status,
      publishedAt: status === 'published' ? publishedAt : null,
      createdAt: readTime(post.created_at) ?? publishedAt,
      updatedAt: readTime(post.updated_at) ?? publishedAt,
      category: category?.slug ?? null,
      metaTitle: post.meta_title ?? meta?.meta_title ?? null,
      metaDescription: post.meta_description ?? meta?.meta_description ?? null,
      metaKeywords: keywords.map(({ name }) => name).join(', ') || null,
      picture: resolve(post.feature_image),
      addresses: post.slug ? [new URL(`${base}/${encodeURIComponent(post.slug)}/`).pathname] : [],
      authorEmail: site.authorOf(post.id),
      notes: [
        ...(state.note ? [state.note] : []),
        ...(isRestricted ? [`was only for ${post.visibility}; it is a draft here`] : []),
        ...(isPage ? ['was a page; it is a post here'] : []),
      ],
    },
  };
}

/** A website on SQLite exports its times, which are in UTC, without a zone. */
function readTime(value: string | number | null | undefined): string | null {
  const isBare = typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value);
  const time = value == null ? Number.NaN : new Date(isBare ? `${value}Z` : value).getTime();
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
