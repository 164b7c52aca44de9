import type { PostStatus } from '#contract/post-status.ts';
import type { DataClient } from './client.ts';

export type PostCategory = { id: string; name: string; slug: string };

/** A published post as lists show it: the database works out the excerpt and the minutes, so content stays there. */
export type PostSummary = {
  id: string;
  title: string;
  slug: string;
  card_excerpt: string;
  reading_minutes: number;
  featured_image_url: string | null;
  published_at: string | null;
  created_at: string;
  categories: PostCategory | null;
};

/** A post with its text. */
export type PublicPost = {
  id: string;
  title: string;
  slug: string;
  excerpt: string | null;
  content: string;
  status: PostStatus;
  category_id: string | null;
  meta_title: string | null;
  meta_description: string | null;
  meta_keywords: string | null;
  featured_image_url: string | null;
  published_at: string | null;
  created_at: string;
  updated_at: string;
  categories: PostCategory | null;
};

export type ReadPost = PostSummary & PublicPost;

/** A stretch of a list: `offset` counts from 0. */
export type ListRange = { offset: number; limit: number };
export type PostPage = { posts: PostSummary[]; total: number };

const CATEGORY = 'categories(id, name, slug)';
const SUMMARY = `id, title, slug, card_excerpt, reading_minutes, featured_image_url, published_at, created_at, ${CATEGORY}`;
const WHOLE = `${SUMMARY}, excerpt, content, status, category_id, meta_title, meta_description, meta_keywords, updated_at`;

/** The data API's answer to a stretch that begins after the last row (protocol.md 2.4). */
const BEYOND_THE_END = 'PGRST103';

/**
 * Published posts without order or limit, for the queries of this room. With `count`, the answer says how many. Those
 * that wait for their moment are left out also for an administrator, whom row-level security would show them.
 */
export function publishedPosts(client: DataClient, options?: { count: 'exact' }) {
  return client.from('blog_posts').select(SUMMARY, options).eq('status', 'published').lte('published_at', 'now');
}

/** Published posts, newest first (specification §7), at most `limit`. Rethrows the backend's error. */
export async function listPublishedPosts(client: DataClient, limit: number): Promise<PostSummary[]> {
  const { data, error } = await publishedPosts(client)
    .order('published_at', { ascending: false })
    .order('id')
    .limit(limit);
  if (error) throw error;
  return data;
}

/**
 * A stretch of the published posts, newest first, of one category where its id is given, and how many there are
 * in all. Beyond the end there are none, of none. Rethrows the backend's error.
 */
export async function pagePublishedPosts(
  client: DataClient,
  { offset, limit }: ListRange,
  categoryId?: string,
): Promise<PostPage> {
  const all = publishedPosts(client, { count: 'exact' });
  const { data, count, error } = await (categoryId ? all.eq('category_id', categoryId) : all)
    .order('published_at', { ascending: false })
    .order('id')
    .range(offset, offset + limit - 1);
  if (error?.code === BEYOND_THE_END) return { posts: [], total: 0 };
  if (error) throw error;
  return { posts: data, total: count ?? 0 };
}

/** The published post with this slug, or null. Rethrows the backend's error. */
export async function findPublishedPost(client: DataClient, slug: string): Promise<ReadPost | null> {
  const { data, error } = await client
    .from('blog_posts')
    .select(WHOLE)
    .eq('status', 'published')
    .eq('slug', slug)
    .maybeSingle();
  if (error) throw error;
  return data as ReadPost | null;
}
