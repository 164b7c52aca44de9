import type { AdminPost } from './admin-posts.ts';
import type { DataClient } from './client.ts';

/** What a saved version holds of a post: all that an editor writes. */
export type WrittenPost = Pick<
  AdminPost,
  | 'title'
  | 'slug'
  | 'excerpt'
  | 'content'
  | 'status'
  | 'category_id'
  | 'meta_title'
  | 'meta_description'
  | 'meta_keywords'
  | 'featured_image_url'
  | 'published_at'
>;

export type Revision = { id: number; saved_at: string; saved_by_email: string | null; title: string };

const MOST = 200;

/** The saved versions of a post, the newest first, without their text. Rethrows the backend's error. */
export async function listRevisions(client: DataClient, postId: string): Promise<Revision[]> {
  const { data, error } = await client
    .from('post_revisions')
    .select('id, saved_at, saved_by_email, title:post->>title')
    .eq('post_id', postId)
    .order('id', { ascending: false })
    .limit(MOST);
  if (error) throw error;
  return data;
}

/** What one version holds. Rethrows the backend's error. */
export async function readRevision(client: DataClient, id: number): Promise<WrittenPost> {
  const { data, error } = await client.from('post_revisions').select('post').eq('id', id).single();
  if (error) throw error;
  return data.post as unknown as WrittenPost;
}
