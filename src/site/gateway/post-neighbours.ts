import type { DataClient } from './client.ts';
import { type PostSummary, listPublishedPosts, publishedPosts } from './posts.ts';

type Post = Pick<PostSummary, 'id' | 'published_at' | 'categories'>;

export type AdjacentPosts = { older: PostSummary | null; newer: PostSummary | null };

/** The public posts just before and after this one; posts of the same time are ordered by id. Rethrows the backend's error. */
export async function findNeighbours(client: DataClient, post: Post): Promise<AdjacentPosts> {
  const [older, newer] = await Promise.all([findNext(client, post, 'older'), findNext(client, post, 'newer')]);
  return { older, newer };
}

async function findNext(client: DataClient, { id, published_at }: Post, side: 'older' | 'newer') {
  if (!published_at) return null;
  const [before, after] = side === 'older' ? (['lt', 'gt'] as const) : (['gt', 'lt'] as const);
  const { data, error } = await publishedPosts(client)
    // Redundant with `or`, but an index can serve this bound.
    .filter('published_at', `${before}e`, published_at)
    .or(`published_at.${before}."${published_at}",id.${after}.${id}`)
    .order('published_at', { ascending: side === 'newer' })
    .order('id', { ascending: side === 'older' })
    .limit(1)
    .maybeSingle();
  if (error) throw error;
  return data;
}

/** Up to `limit` other posts: of the same category first, then the newest. Rethrows the backend's error. */
export async function listRelatedPosts(client: DataClient, post: Post, limit: number): Promise<PostSummary[]> {
  const [alike, newest] = await Promise.all([listAlike(client, post, limit), listPublishedPosts(client, limit + 1)]);
  const ids = new Set([post.id, ...alike.map(({ id }) => id)]);
  return [...alike, ...newest.filter(({ id }) => !ids.has(id))].slice(0, limit);
}

async function listAlike(client: DataClient, { id, categories }: Post, limit: number): Promise<PostSummary[]> {
  if (!categories) return [];
  const { data, error } = await publishedPosts(client)
    .eq('category_id', categories.id)
    .neq('id', id)
    .order('published_at', { ascending: false })
    .order('id')
    .limit(limit);
  if (error) throw error;
  return data;
}
