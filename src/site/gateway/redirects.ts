import type { DataClient } from './client.ts';

/** The current slug of the public post that once had this slug, or null. Rethrows the backend's error. */
export async function findNewSlug(client: DataClient, oldSlug: string): Promise<string | null> {
  const { data, error } = await client.from('post_redirects').select('post_id').eq('old_slug', oldSlug).maybeSingle();
  if (error) throw error;
  return data && findSlug(client, data.post_id);
}

/**
 * The slug of the public post that had this address (`oldAddressOf`) on an earlier website, or null. Rethrows the
 * backend's error.
 */
export async function findSlugOfAddress(client: DataClient, path: string): Promise<string | null> {
  const { data, error } = await client.from('address_redirects').select('post_id').eq('path', path).maybeSingle();
  if (error) throw error;
  return data && findSlug(client, data.post_id);
}

async function findSlug(client: DataClient, id: string): Promise<string | null> {
  const { data, error } = await client.from('blog_posts').select('slug').eq('id', id).maybeSingle();
  if (error) throw error;
  return data?.slug ?? null;
}
