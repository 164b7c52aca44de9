import type { DataClient } from './client.ts';
import type { ListRange } from './list-page.ts';
import { onlyPublic } from './posts.ts';
import type { Row } from './site-database.ts';

/** A public post as the sitemap needs it. */
export type PostChange = Pick<Row<'blog_posts'>, 'slug' | 'updated_at'>;

/** The most rows that one answer of the data API holds. */
const MAX_ROWS = 1000;

type Position = { published_at: string | null; id: string };

/** A part of the public posts, newest first, with the time of their last change. Rethrows the backend's error. */
export async function listPostChanges(client: DataClient, { offset, limit }: ListRange): Promise<PostChange[]> {
  const { data, error } = await newestFirst(onlyPublic(client.from('blog_posts').select('published_at, id')))
    .range(offset, offset)
    .maybeSingle();
  if (error) throw error;
  const changes: PostChange[] = [];
  for (let from: Position | null = data; from && changes.length < limit;) {
    const { rows, next } = await listFrom(client, from, Math.min(MAX_ROWS - 1, limit - changes.length));
    changes.push(...rows);
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

/** The time of the last change of a public post, or undefined without posts. Rethrows the backend's error. */
export async function findNewestChange(client: DataClient): Promise<string | undefined> {
  const { data, error } = await onlyPublic(client.from('blog_posts').select('updated_at'))
    .order('updated_at', { ascending: false })
    .limit(1)
    .maybeSingle();
  if (error) throw error;
  return data?.updated_at;
}

/** The categories that have public posts, with the time of the last change of one. Rethrows the backend's error. */
export async function listCategoryChanges(client: DataClient): Promise<PostChange[]> {
  const { data, error } = await onlyPublic(
    client.from('categories').select('slug, blog_posts!inner(updated_at)'),
    'blog_posts.',
  )
    .order('updated_at', { referencedTable: 'blog_posts', ascending: false })
    .limit(1, { referencedTable: 'blog_posts' })
    .order('name');
  if (error) throw error;
  return data.flatMap(({ slug, blog_posts: [newest] }) => (newest ? [{ slug, updated_at: newest.updated_at }] : []));
}
