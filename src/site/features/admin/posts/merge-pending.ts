import type { AdminPost } from '#site/gateway/admin-posts.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { type PendingDraft, readVersionOf } from '#site/gateway/post-drafts.ts';
import { type PostValues, postToValues } from './post-values.ts';
import { pendingToValues } from './save-post.ts';

/**
 * The pending draft with what was saved to its post since; null where nothing was, or where both changed the same
 * paragraph. Rethrows the backend's error.
 */
export async function mergePending(
  client: DataClient,
  post: AdminPost,
  pending: PendingDraft | null,
): Promise<PostValues | null> {
  if (!pending || pending.base === post.updated_at) return null;
  const ancestor = await readVersionOf(client, post.id, pending.base);
  if (!ancestor) return null;
  const { mergePosts } = await import('./versions/merge-posts.ts');
  const [mine, theirs] = [pendingToValues(pending), postToValues(post)];
  return mergePosts({ ancestor: postToValues(ancestor), mine, theirs, prefersMine: false });
}
