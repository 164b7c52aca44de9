import { formatLocalTime } from '#contract/date.ts';
import { reviews as words } from '#site/content/reviews.ts';
import type { PostReview } from '#site/gateway/reviews.ts';
import { BusyButton } from '#site/ui/busy-label.tsx';
import { nameOrAddress, useNames } from '../../names.ts';
import { RetryNotice } from '../../query-list.tsx';
import { useIsWriter } from '../../role.ts';
import { Comments } from './comments.tsx';
import { isTooLong, ReviewText, useUnsentText } from './review-text.tsx';
import type { Review } from './use-review.ts';

type ReviewPanelProps = {
  postId: string;
  content: string;
  review: Review;
  /** Returns the post with this note, and whether it did. */
  onReturn: (note: string) => Promise<boolean>;
  isReturning: boolean;
};

/** The state of the review of a draft, and the comments beside its paragraphs; nothing where there is no review. */
export function ReviewPanel({ postId, content, review: found, onReturn, isReturning }: ReviewPanelProps) {
  const { query, review, comments, isWaiting } = found;
  const isWriter = useIsWriter();
  if (query.isError) {
    return <RetryNotice text={words.failed} isBusy={query.isFetching} onRetry={() => void query.refetch()} />;
  }
  if (!review && comments.every(({ resolved_at: resolvedAt }) => resolvedAt !== null)) return null;
  return (
    <section className="review stack" aria-labelledby="review-heading">
      <h2 id="review-heading">{words.heading}</h2>
      {review && <ReviewState review={review} />}
      {isWaiting && !isWriter && <ReturnForm postId={postId} isBusy={isReturning} onReturn={onReturn} />}
      <Comments postId={postId} content={content} comments={comments} />
    </section>
  );
}

function ReviewState({ review }: { review: PostReview }) {
  const isWriter = useIsWriter();
  const names = useNames();
  const { state, asked_at: askedAt, decided_at: decidedAt, decided_by: userId, note } = review;
  return (
    <div role="status">
      {state === 'waiting' && <p>{words.waitingSince(formatLocalTime(askedAt))}</p>}
      {state === 'waiting' && <p className="soft">{isWriter ? words.withdrawHint : words.noteHint}</p>}
      {state === 'returned' && decidedAt && (
        <p>
          {words.returnedOn(
            nameOrAddress(names, { email: null, userId }) ?? words.anAdministrator,
            formatLocalTime(decidedAt),
          )}
        </p>
      )}
      {note && <blockquote className="review__note">{note}</blockquote>}
    </div>
  );
}

/** Not a form of its own: it stands within that of the post. */
function ReturnForm({ postId, isBusy, onReturn }: Pick<ReviewPanelProps, 'postId' | 'onReturn'> & { isBusy: boolean }) {
  const [note, setNote] = useUnsentText(postId, 'note');
  const send = async (): Promise<void> => {
    if (!isBusy && !isTooLong(note) && (await onReturn(note))) setNote('');
  };
  return (
    <div className="stack">
      <ReviewText id="review-note" label={words.note} value={note} onChange={setNote} />
      <div>
        <BusyButton
          size="small"
          variant="line"
          onClick={() => void send()}
          isBusy={isBusy}
          idle={words.giveBack}
          busy={words.giving}
        />
      </div>
    </div>
  );
}
