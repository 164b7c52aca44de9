import { isScheduled } from '#contract/post-status.ts';
import type { AdminPost } from '#site/gateway/admin-posts.ts';

export type PublishingAction = 'draft' | 'publish' | 'publishNow' | 'update' | 'schedule' | 'unpublish';

type Actions = { primary: PublishingAction; others: readonly PublishingAction[] };

/** The time to compare with: not before the last save, because a post that it published is public at once. */
export function notBefore(item: Pick<AdminPost, 'updated_at'> | null, now: Date): Date {
  return item && Date.parse(item.updated_at) > now.getTime() ? new Date(item.updated_at) : now;
}

/** The buttons that fit the saved state of the post. */
export function actionsFor(item: Pick<AdminPost, 'status' | 'published_at'> | null, now: Date): Actions {
  if (!item || item.status === 'draft') return { primary: 'publish', others: ['draft', 'schedule'] };
  if (item.status === 'archived') return { primary: 'publish', others: ['draft'] };
  if (isScheduled(item, now)) return { primary: 'update', others: ['publishNow', 'unpublish'] };
  return { primary: 'update', others: ['unpublish'] };
}
