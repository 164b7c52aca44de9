import type { DataClient } from './client.ts';

/** The current slug of the public post that once had this slug, or null. Rethrows the backend's error. */
export async function findNewSlug(client: DataClient, oldSlug: string): Promise<string | null> {
  const redirect = await client.from('post_redirects').select('post_id').eq('old_slug', oldSlug).maybeSingle();
  if (redirect.error) throw redirect.error;
  if (!redirect.data) return null;
  const { data, error } = await client.from('blog_posts').select('slug').eq('id', redirect.data.post_id).maybeSingle();
  if (error) throw error;
  return data?.slug ?? null;
}
