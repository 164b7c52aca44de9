import { SENTENCES } from '../messages.ts';
import type { DataClient } from './client.ts';
import type { PublicPost } from './posts.ts';
import { expectOneRow } from './refused-write.ts';

/** A post as an administrator reads it, whatever its status. */
export type AdminPost = PublicPost & { author_id: string | null };

/** What the form of a post writes (specification §7, and the image of §3). `published_at` is the database's to set. */
export type PostRow = Pick<
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
>;

/** Every post, newest first (specification §7). Rethrows the backend's error. */
export async function listAdminPosts(client: DataClient): Promise<AdminPost[]> {
  const { data, error } = await client
    .from('blog_posts')
    .select('*, categories(id, name, slug)')
    .order('created_at', { ascending: false });
  if (error) throw error;
  return (data as AdminPost[] | null) ?? [];
}

/** Creates a post in the name of the signed-in user. Throws where nobody is signed in, and the backend's error. */
export async function createPost(client: DataClient, row: PostRow): Promise<void> {
  const { data: current } = await client.auth.getSession();
  if (!current.session) throw new Error(SENTENCES.notAuthenticated);
  const { data, error } = await client
    .from('blog_posts')
    .insert({ ...row, author_id: current.session.user.id })
    .select('id');
  if (error) throw error;
  expectOneRow(data);
}

/** Throws RefusedWrite where no row was touched, and the backend's error. */
export async function updatePost(client: DataClient, id: string, row: PostRow): Promise<void> {
  const { data, error } = await client.from('blog_posts').update(row).eq('id', id).select('id');
  if (error) throw error;
  expectOneRow(data);
}

/** Throws RefusedWrite where no row was touched, and the backend's error. */
export async function deletePost(client: DataClient, id: string): Promise<void> {
  const { data, error } = await client.from('blog_posts').delete().eq('id', id).select('id');
  if (error) throw error;
  expectOneRow(data);
}
