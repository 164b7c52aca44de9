import type { DataClient } from './client.ts';
import { onlyPublic } from './posts.ts';
import type { Row } from './site-database.ts';

/** A public post as the sitemap needs it. */
export type PostChange = Pick<Row<'blog_posts'>, 'slug' | 'updated_at'> & { categories: { slug: string } | null };

/** The most rows that one answer of the data API holds. */
const MAX_ROWS = 1000;

/** Every public post, newest first, with the time of its last change. Rethrows the backend's error. */
export async function listPostChanges(client: DataClient, offset = 0): Promise<PostChange[]> {
  const { data, error } = await onlyPublic(client.from('blog_posts').select('slug, updated_at, categories(slug)'))
    .order('published_at', { ascending: false })
    .order('id')
    .range(offset, offset + MAX_ROWS - 1);
  if (error) throw error;
  return data.length < MAX_ROWS ? data : [...data, ...(await listPostChanges(client, offset + MAX_ROWS))];
}
