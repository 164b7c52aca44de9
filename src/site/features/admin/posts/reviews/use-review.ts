import {
  addComment,
  askForReview,
  readReview,
  resolveComment,
  returnToWriter,
  withdrawFromReview,
} from '#site/gateway/reviews.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { reviews } from '#site/content/reviews.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { useUserId } from '../../live/live-provider.tsx';
import { type NameOf, useNameOf } from '../../names.ts';
import { useAdminMutation, useAdminQuery } from '../../queries.ts';

export type Review = ReturnType<typeof useReview>;

const STALE = [QUERY_KEYS.adminReviews, QUERY_KEYS.adminPosts];

const NOTHING: Awaited<ReturnType<typeof readReview>> = { review: null, comments: [] };

/** The review and the comments of a post, and what is done about them. Nothing is read of a new post. */
export function useReview(postId: string | undefined) {
  const query = useAdminQuery([...QUERY_KEYS.adminReviews, postId], (client) => readReview(client, postId ?? ''), {
    enabled: postId !== undefined,
  });
  const { review, comments } = (!query.isPlaceholderData && query.data) || NOTHING;
  return { query, review, comments, isWaiting: review?.state === 'waiting' };
}

/** The steps of a review. `onDone` is called after it is asked for, and after the post is returned. */
export function useReviewSteps(onDone: () => void) {
  const messages = DASHBOARD_MESSAGES.reviews;
  const asking = useAdminMutation({
    write: askForReview,
    stale: STALE,
    failed: messages.askFailed,
    onDone: (_, __, tell) => {
      tell(messages.asked);
      onDone();
    },
  });
  const withdrawing = useAdminMutation({
    write: withdrawFromReview,
    stale: STALE,
    failed: messages.withdrawFailed,
    onDone: (_, __, tell) => tell(messages.withdrawn),
  });
  const returning = useAdminMutation({
    write: (client: DataClient, { postId, note }: { postId: string; note: string }) =>
      returnToWriter(client, postId, note),
    stale: STALE,
    failed: messages.returnFailed,
    onDone: (_, __, tell) => {
      tell(messages.returned);
      onDone();
    },
  });
  return { asking, withdrawing, returning };
}

/** How a person is called beside what they wrote. */
export function useWriterName(): NameOf {
  const userId = useUserId();
  const nameOf = useNameOf();
  return (person) => (person.userId === userId ? reviews.you : nameOf(person));
}

/** `onSent` is called when the comment is saved, also where its field is gone by then. */
type NewComment = { comment: Parameters<typeof addComment>[1]; id: string; onSent: () => void };

export function useCommenting() {
  const adding = useAdminMutation({
    write: (client: DataClient, { comment, id }: NewComment) => addComment(client, comment, id),
    stale: STALE,
    failed: DASHBOARD_MESSAGES.reviews.commentFailed,
    awaitsRefresh: false,
    onDone: (_, { onSent }) => onSent(),
  });
  const resolving = useAdminMutation({
    write: (client: DataClient, { id, isResolved }: { id: string; isResolved: boolean }) =>
      resolveComment(client, id, isResolved),
    stale: STALE,
    failed: DASHBOARD_MESSAGES.reviews.resolveFailed,
    onDone: () => {},
  });
  return { adding, resolving };
}
