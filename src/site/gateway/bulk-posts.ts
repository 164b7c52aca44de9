import type { PostStatus } from '#contract/post-status.ts';
import type { DataClient } from './client.ts';

/** Sets the status of the posts, not their dates; returns how many were changed. Rethrows the backend's error. */
export async function setPostsStatus(client: DataClient, ids: readonly string[], status: PostStatus): Promise<number> {
  const { data, error } = await client.from('blog_posts').update({ status }).in('id', ids).select('id');
  if (error) throw error;
  return data.length;
}

/** Deletes the posts; returns how many were deleted. Rethrows the backend's error. */
export async function deletePosts(client: DataClient, ids: readonly string[]): Promise<number> {
  const { data, error } = await client.from('blog_posts').delete().in('id', ids).select('id');
  if (error) throw error;
  return data.length;
}
