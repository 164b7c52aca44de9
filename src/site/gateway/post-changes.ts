import { latestOf } from '#contract/date.ts';
import type { DataClient } from './client.ts';
import { dataOf, type ListRange } from './lists.ts';
import { onlyPublic } from './posts.ts';

/** What the sitemap needs of a public post or a category; `changed` is an instant. */
export type PageChange = { slug: string; changed: string };

/** The most rows that one answer of the data API holds. */
const MAX_ROWS = 1000;

type Position = { published_at: string | null; id: string };

/**
 * A part of the public posts, newest first, with the time of their last change, or of their publication if that is later
 * (a scheduled post). Rethrows the backend's error.
 */
export async function listPostChanges(client: DataClient, { offset, limit }: ListRange): Promise<PageChange[]> {
  const data = await dataOf(
    onlyPublic(client.from('blog_posts').select('published_at, id'))
      .order('published_at', { ascending: false })
      .order('id')
      .range(offset, offset)
      .maybeSingle(),
  );
  const changes: PageChange[] = [];
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
  const data = await dataOf(
    posts
      .order('published_at', { ascending: false })
      .order('id')
      .lte('published_at', published_at ?? '')
      .or(`published_at.lt."${published_at}",id.gte.${id}`)
      .limit(limit + 1),
  );
  return { rows: data.slice(0, limit), next: data[limit] ?? null };
}

/**
 * The categories that have public posts, with the time of the last change of one or of the category itself, or of the
 * last publication. Rethrows the backend's error.
 */
export async function listCategoryChanges(client: DataClient): Promise<PageChange[]> {
  const data = await dataOf(
    onlyPublic(
      onlyPublic(
        client
          .from('categories')
          .select('slug, updated_at, changed:blog_posts!inner(updated_at), published:blog_posts!inner(published_at)'),
        'changed.',
      ),
      'published.',
    )
      .order('updated_at', { referencedTable: 'changed', ascending: false })
      .limit(1, { referencedTable: 'changed' })
      .order('published_at', { referencedTable: 'published', ascending: false })
      .limit(1, { referencedTable: 'published' })
      .order('name'),
  );
  return data.flatMap(({ slug, updated_at, changed: [changed], published: [newest] }) =>
    changed && newest ? [{ slug, changed: latestOf(changed.updated_at, updated_at, newest.published_at) }] : [],
  );
}
