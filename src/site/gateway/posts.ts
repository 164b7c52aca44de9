import type { DataClient } from './client.ts';
import type { ListPage, ListRange } from './list-page.ts';
import type { Row } from './site-database.ts';

export type PostCategory = Pick<Row<'categories'>, 'id' | 'name' | 'slug'>;
type WithCategory = { categories: PostCategory | null };

/** A post in a list. The database computes the excerpt and the reading time, so lists carry no content. */
export type PostSummary = WithCategory &
  Pick<
    Row<'blog_posts'>,
    'id' | 'title' | 'slug' | 'card_excerpt' | 'reading_minutes' | 'featured_image_url' | 'published_at' | 'created_at'
  >;

/** A post with its content. */
export type ReadPost = PostSummary &
  Pick<
    Row<'blog_posts'>,
    | 'excerpt'
    | 'content'
    | 'status'
    | 'category_id'
    | 'meta_title'
    | 'meta_description'
    | 'meta_keywords'
    | 'updated_at'
  >;

const SUMMARY =
  'id, title, slug, card_excerpt, reading_minutes, featured_image_url, published_at, created_at, categories(id, name, slug)';
const WHOLE =
  `${SUMMARY}, excerpt, content, status, category_id, meta_title, meta_description, meta_keywords, updated_at` as const;

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
export async function listPublishedPosts(client: DataClient, limit: number): Promise<PostSummary[]> {
  const { data, error } = await publishedPosts(client)
    .order('published_at', { ascending: false })
    .order('id')
    .limit(limit);
  if (error) throw error;
  return data;
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
    range.offset < FAR_OFFSET ? listRange(client, range, categoryId) : listFarRange(client, range, categoryId),
    countPublishedPosts(client, categoryId),
  ]);
  return { rows, total };
}

async function listRange(client: DataClient, range: ListRange, categoryId?: string): Promise<PostSummary[]> {
  const { data, error } = await inRange(publishedPosts(client), range, categoryId);
  if (error) throw error;
  return data;
}

async function listFarRange(client: DataClient, range: ListRange, categoryId?: string): Promise<PostSummary[]> {
  const found = await inRange(onlyPublic(client.from('blog_posts').select('id')), range, categoryId);
  if (found.error) throw found.error;
  if (found.data.length === 0) return [];
  const ids = found.data.map(({ id }) => id);
  const { data, error } = await publishedPosts(client).in('id', ids);
  if (error) throw error;
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
  const { data, error } = await (categoryId ? counts.eq('category_id', categoryId) : counts);
  if (error) throw error;
  return data.reduce((sum, { posts }) => sum + (posts ?? 0), 0);
}

/** The public post with this slug, or null. Rethrows the backend's error. */
export async function findPublishedPost(client: DataClient, slug: string): Promise<ReadPost | null> {
  const { data, error } = await onlyPublic(client.from('blog_posts').select(WHOLE)).eq('slug', slug).maybeSingle();
  if (error) throw error;
  return data;
}
