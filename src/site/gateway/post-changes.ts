import { latestOf } from '#contract/date.ts';
import type { DataClient } from './client.ts';
import type { ListRange } from './lists.ts';
import { onlyPublic } from './posts.ts';

/** What the sitemap needs of a public post or a category; `changed` is an instant. */
export type Change = { slug: string; changed: string };

/** The most rows that one answer of the data API holds. */
const MAX_ROWS = 1000;

type Position = { published_at: string | null; id: string };

/**
 * A part of the public posts, newest first, with the time of their last change, or of their publication if that is later
 * (a scheduled post). Rethrows the backend's error.
 */
export async function listPostChanges(client: DataClient, { offset, limit }: ListRange): Promise<Change[]> {
  const { data, error } = await newestFirst(onlyPublic(client.from('blog_posts').select('published_at, id')))
    .range(offset, offset)
    .maybeSingle();
  if (error) throw error;
  const changes: Change[] = [];
  for (let from: Position | null = data; from && changes.length < limit;) {
    const { rows, next } = await listFrom(client, from, Math.min(MAX_ROWS - 1, limit - changes.length));
    changes.push(
      ...rows.map(({ slug, updated_at, published_at }) => ({ slug, changed: latestOf(updated_at, published_at) })),
    );
    from = next;
  }
  return changes;
}

/** The posts from a position on, and the position after them; an index finds it however many posts are before it. */
async function listFrom(client: DataClient, { published_at, id }: Position, limit: number) {
  const posts = onlyPublic(client.from('blog_posts').select('slug, updated_at, published_at, id'));
  const { data, error } = await newestFirst(posts)
    .lte('published_at', published_at ?? '')
    .or(`published_at.lt."${published_at}",id.gte.${id}`)
    .limit(limit + 1);
  if (error) throw error;
  return { rows: data.slice(0, limit), next: data[limit] ?? null };
}

function newestFirst<Query extends { order: (column: string, options?: { ascending: boolean }) => Query }>(
  query: Query,
): Query {
  return query.order('published_at', { ascending: false }).order('id');
}

/** The categories that have public posts, with the time of the last change of one. Rethrows the backend's error. */
export async function listCategoryChanges(client: DataClient): Promise<Change[]> {
  const { data, error } = await onlyPublic(
    client.from('categories').select('slug, blog_posts!inner(updated_at)'),
    'blog_posts.',
  )
    .order('updated_at', { referencedTable: 'blog_posts', ascending: false })
    .limit(1, { referencedTable: 'blog_posts' })
    .order('name');
  if (error) throw error;
  return data.flatMap(({ slug, blog_posts: [newest] }) => (newest ? [{ slug, changed: newest.updated_at }] : []));
}
