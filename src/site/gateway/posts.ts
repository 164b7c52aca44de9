import type { DataClient } from './client.ts';
import type { Category } from './items.ts';
import { dataOf, type ListPage, type ListRange } from './lists.ts';
import type { Row } from './site-database.ts';

export type PostCategory = Pick<Row<'categories'>, 'id' | 'name' | 'slug'>;
type WithCategory = { categories: PostCategory | null };

/** A post in a list. The database computes the excerpt and the reading time, so lists carry no content. */
export type PostSummary = WithCategory &
  Pick<
    Row<'blog_posts'>,
    'id' | 'title' | 'slug' | 'card_excerpt' | 'reading_minutes' | 'featured_image_url' | 'published_at' | 'created_at'
  >;

const SUMMARY =
  'id, title, slug, card_excerpt, reading_minutes, featured_image_url, published_at, created_at, categories(id, name, slug)';
const WHOLE =
  `${SUMMARY}, excerpt, content, status, category_id, meta_title, meta_description, meta_keywords, updated_at, author, reviewer, law_as_of` as const;

type Filterable<Query> = {
  eq: (column: string, value: string) => Query;
  lte: (column: string, value: string) => Query;
};
type RangedQuery<Query> = {
  eq: (column: string, value: string) => Query;
  order: (column: string, options?: { ascending: boolean }) => Query;
  range: (from: number, to: number) => Query;
};

/**
 * Keeps the posts that are published and due. Row-level security applies the same condition to visitors; without the
 * filter an administrator would also get scheduled posts. `posts` is the path to the posts where they are embedded.
 */
export function onlyPublic<Query extends Filterable<Query>>(query: Query, posts = ''): Query {
  return query.eq(`${posts}status`, 'published').lte(`${posts}published_at`, 'now');
}

/** Public posts without order or limit, for the queries of the gateway. With `count`, the answer has the total. */
export function publishedPosts(client: DataClient, options?: { count: 'exact' }) {
  return onlyPublic(client.from('blog_posts').select(SUMMARY, options));
}

/** Public posts, newest first (specification §7), at most `limit`. Rethrows the backend's error. */
export function listPublishedPosts(client: DataClient, limit: number): Promise<PostSummary[]> {
  return dataOf(publishedPosts(client).order('published_at', { ascending: false }).order('id').limit(limit));
}

/**
 * Pages that begin later are read in two steps: the ids of the page come from an index alone, however many posts are
 * before it, and then its posts.
 */
const FAR_OFFSET = 100;

/** A page of the public posts, newest first; of one category where its id is given. Rethrows the backend's error. */
export async function pagePublishedPosts(
  client: DataClient,
  range: ListRange,
  categoryId?: string,
): Promise<ListPage<PostSummary>> {
  const [rows, total] = await Promise.all([
    range.offset < FAR_OFFSET
      ? dataOf(inRange(publishedPosts(client), range, categoryId))
      : listFarRange(client, range, categoryId),
    countPublishedPosts(client, categoryId),
  ]);
  return { rows, total };
}

async function listFarRange(client: DataClient, range: ListRange, categoryId?: string): Promise<PostSummary[]> {
  const found = await dataOf(inRange(onlyPublic(client.from('blog_posts').select('id')), range, categoryId));
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const data = await dataOf(publishedPosts(client).in('id', ids));
  return data.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

function inRange<Query extends RangedQuery<Query>>(query: Query, { offset, limit }: ListRange, categoryId?: string) {
  return (categoryId ? query.eq('category_id', categoryId) : query)
    .order('published_at', { ascending: false })
    .order('id')
    .range(offset, offset + limit - 1);
}

/** How many posts are public, of one category where its id is given. Rethrows the backend's error. */
export async function countPublishedPosts(client: DataClient, categoryId?: string): Promise<number> {
  const counts = client.from('post_counts').select('posts');
  const data = await dataOf(categoryId ? counts.eq('category_id', categoryId) : counts);
  return data.reduce((sum, { posts }) => sum + (posts ?? 0), 0);
}

/** The public post with this slug, or null. Rethrows the backend's error. */
export function findPublishedPost(client: DataClient, slug: string) {
  return dataOf(onlyPublic(client.from('blog_posts').select(WHOLE)).eq('slug', slug).maybeSingle());
}

type Post = Pick<PostSummary, 'id' | 'published_at' | 'categories'>;

type AdjacentPosts = { older: PostSummary | null; newer: PostSummary | null };

/** The public posts just before and after this one; posts of the same time are ordered by id. Rethrows the backend's error. */
export async function findNeighbours(client: DataClient, post: Post): Promise<AdjacentPosts> {
  const [older, newer] = await Promise.all([findNext(client, post, 'older'), findNext(client, post, 'newer')]);
  return { older, newer };
}

async function findNext(client: DataClient, { id, published_at }: Post, side: 'older' | 'newer') {
  if (!published_at) return null;
  const [before, after] = side === 'older' ? (['lt', 'gt'] as const) : (['gt', 'lt'] as const);
  return dataOf(
    publishedPosts(client)
      // Redundant with `or`, but an index can serve this bound.
      .filter('published_at', `${before}e`, published_at)
      .or(`published_at.${before}."${published_at}",id.${after}.${id}`)
      .order('published_at', { ascending: side === 'newer' })
      .order('id', { ascending: side === 'older' })
      .limit(1)
      .maybeSingle(),
  );
}

/** Up to `limit` other posts: of the same category first, then the newest. Rethrows the backend's error. */
export async function listRelatedPosts(client: DataClient, post: Post, limit: number): Promise<PostSummary[]> {
  const [alike, newest] = await Promise.all([listAlike(client, post, limit), listPublishedPosts(client, limit + 1)]);
  const ids = new Set([post.id, ...alike.map(({ id }) => id)]);
  return [...alike, ...newest.filter(({ id }) => !ids.has(id))].slice(0, limit);
}

async function listAlike(client: DataClient, { id, categories }: Post, limit: number): Promise<PostSummary[]> {
  if (!categories) return [];
  return dataOf(
    publishedPosts(client)
      .eq('category_id', categories.id)
      .neq('id', id)
      .order('published_at', { ascending: false })
      .order('id')
      .limit(limit),
  );
}

export type PostLink = Pick<PostSummary, 'slug' | 'title' | 'published_at' | 'created_at'>;

/** The newest public posts of the category with this slug, at most `limit`. Rethrows the backend's error. */
export async function listCategoryPosts(client: DataClient, category: string, limit: number): Promise<PostLink[]> {
  const posts = { referencedTable: 'blog_posts' };
  const found = client.from('categories').select('blog_posts!inner(slug, title, published_at, created_at)');
  const data = await dataOf(
    onlyPublic(found, 'blog_posts.')
      .eq('slug', category)
      .order('published_at', { ...posts, ascending: false })
      .order('id', posts)
      .limit(limit, posts)
      .maybeSingle(),
  );
  return data?.blog_posts ?? [];
}

export type CategoryName = Pick<Category, 'name' | 'slug'>;

/** The categories that have public posts, in order of their names. Rethrows the backend's error. */
export function listCategoriesWithPosts(client: DataClient): Promise<CategoryName[]> {
  // An empty inner embed filters the categories and returns no posts.
  const categories = client.from('categories').select('name, slug, blog_posts!inner()');
  return dataOf(onlyPublic(categories, 'blog_posts.').order('name'));
}

/** The category with this slug, or null. Rethrows the backend's error. */
export function findCategory(client: DataClient, slug: string): Promise<Category | null> {
  return dataOf(client.from('categories').select('*').eq('slug', slug).maybeSingle());
}

/** The current slug of the public post that once had this slug, or null. Rethrows the backend's error. */
export async function findNewSlug(client: DataClient, oldSlug: string): Promise<string | null> {
  const data = await dataOf(client.from('post_redirects').select('post_id').eq('old_slug', oldSlug).maybeSingle());
  return data && findSlug(client, data.post_id);
}

/**
 * The slug of the public post that had this address (`oldAddressOf`) on an earlier website, or null. Rethrows the
 * backend's error.
 */
export async function findSlugOfAddress(client: DataClient, path: string): Promise<string | null> {
  const data = await dataOf(client.from('address_redirects').select('post_id').eq('path', path).maybeSingle());
  return data && findSlug(client, data.post_id);
}

async function findSlug(client: DataClient, id: string): Promise<string | null> {
  const data = await dataOf(client.from('blog_posts').select('slug').eq('id', id).maybeSingle());
  return data?.slug ?? null;
}

/** Which of these slugs of posts visitors can open: of a public post, or an earlier slug of one. Rethrows the backend's error. */
export async function listReachableSlugs(client: DataClient, slugs: readonly string[]): Promise<string[]> {
  if (slugs.length === 0) return [];
  const [posts, redirects] = await Promise.all([
    dataOf(onlyPublic(client.from('blog_posts').select('slug')).in('slug', slugs)),
    dataOf(client.from('post_redirects').select('old_slug, post_id').in('old_slug', slugs)),
  ]);
  const ids = redirects.map(({ post_id }) => post_id);
  const moved = await dataOf(onlyPublic(client.from('blog_posts').select('id')).in('id', ids));
  const publicIds = new Set(moved.map(({ id }) => id));
  const old = redirects.filter(({ post_id }) => publicIds.has(post_id)).map(({ old_slug }) => old_slug);
  return [...posts.map(({ slug }) => slug), ...old];
}
