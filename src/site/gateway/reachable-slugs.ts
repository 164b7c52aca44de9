import type { DataClient } from './client.ts';
import { onlyPublic } from './posts.ts';

/** Which of these slugs of posts visitors can open: of a public post, or an earlier slug of one. Rethrows the backend's error. */
export async function listReachableSlugs(client: DataClient, slugs: readonly string[]): Promise<string[]> {
  if (slugs.length === 0) return [];
  const [posts, redirects] = await Promise.all([
    onlyPublic(client.from('blog_posts').select('slug')).in('slug', slugs),
    client.from('post_redirects').select('old_slug, post_id').in('old_slug', slugs),
  ]);
  if (posts.error) throw posts.error;
  if (redirects.error) throw redirects.error;
  const ids = redirects.data.map(({ post_id }) => post_id);
  const moved = await onlyPublic(client.from('blog_posts').select('id')).in('id', ids);
  if (moved.error) throw moved.error;
  const publicIds = new Set(moved.data.map(({ id }) => id));
  const old = redirects.data.filter(({ post_id }) => publicIds.has(post_id)).map(({ old_slug }) => old_slug);
  return [...posts.data.map(({ slug }) => slug), ...old];
}
