import type { DataClient } from './client.ts';

/** A published post as the sitemap needs it. */
export type PostChange = { slug: string; updated_at: string; categories: { slug: string } | null };

/** The most rows that one answer of the data API holds. */
const ROWS = 1000;

/** Every published post, newest first, with the moment it was last changed. Rethrows the backend's error. */
export async function listPostChanges(client: DataClient, offset = 0): Promise<PostChange[]> {
  const { data, error } = await client
    .from('blog_posts')
    .select('slug, updated_at, categories(slug)')
    .eq('status', 'published')
    .order('published_at', { ascending: false })
    .order('id')
    .range(offset, offset + ROWS - 1);
  if (error) throw error;
  const changes = data;
  return changes.length < ROWS ? changes : [...changes, ...(await listPostChanges(client, offset + ROWS))];
}
