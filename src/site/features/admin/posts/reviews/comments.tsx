import { useMemo, useState } from 'react';
import { formatLocalTime } from '#contract/date.ts';
import { reviews as words } from '#site/content/reviews.ts';
import type { PostComment } from '#site/gateway/reviews.ts';
import { newId } from '#site/gateway/writes.ts';
import { BusyButton } from '#site/ui/busy-label.tsx';
import { Button } from '#site/ui/button.tsx';
import { Disclosure } from '../../query-list.tsx';
import { isTooLong, ReviewText, useUnsentText } from './review-text.tsx';
import { showPlace, useCaretPlace, useMarkedBlocks } from './use-blocks.ts';
import { useCommenting, useWriterName } from './use-review.ts';

type CommentsProps = { postId: string; content: string; comments: readonly PostComment[] };
/** A comment with its answers, oldest first. */
export type Thread = { comment: PostComment; answers: PostComment[] };

/** The comments of a post in the order of its paragraphs, each with its answers, and the field for a new one. */
export function Comments({ postId, content, comments }: CommentsProps) {
  const threads = useMemo(() => threadsOf(comments), [comments]);
  const open = useMemo(() => threads.filter(({ comment }) => comment.resolved_at === null), [threads]);
  const resolved = threads.filter(({ comment }) => comment.resolved_at !== null);
  const { adding } = useCommenting();
  const [unsent, setUnsent, removeSent] = useUnsentText(postId, 'new');
  const place = useCaretPlace();
  useMarkedBlocks(open, content);
  const list = (shown: readonly Thread[]) => (
    <ul className="stack">
      {shown.map((thread) => (
        <li key={thread.comment.id}>
          <CommentThread postId={postId} {...thread} />
        </li>
      ))}
    </ul>
  );
  return (
    <section className="stack" aria-labelledby="comments-heading">
      <h3 id="comments-heading">{words.comments}</h3>
      {open.length > 0 ? list(open) : <p className="soft">{words.noComments}</p>}
      <CommentField
        id="new-comment"
        label={words.comment}
        hint={place ? words.commentOn(place.quote) : words.commentHint}
        submit={words.submit}
        isBusy={adding.isPending}
        text={unsent}
        onChange={setUnsent}
        onSent={removeSent}
        onSend={(text, id, onSent) => {
          const comment = { post_id: postId, text, block: place?.block ?? null, quote: place?.quote ?? '' };
          adding.mutate({ comment, id, onSent });
        }}
      />
      {resolved.length > 0 && <Disclosure summary={words.resolved(resolved.length)}>{() => list(resolved)}</Disclosure>}
    </section>
  );
}

/** By paragraph, then by time; comments on the whole post come first. */
function threadsOf(comments: readonly PostComment[]): Thread[] {
  const first = comments.filter(({ answers }) => answers === null);
  return first
    .toSorted((one, other) => (one.block ?? -1) - (other.block ?? -1))
    .map((comment) => ({ comment, answers: comments.filter(({ answers }) => answers === comment.id) }));
}

function CommentThread({ postId, comment, answers }: Thread & { postId: string }) {
  const { id, block, quote, resolved_at: resolvedAt } = comment;
  const [unsent, setUnsent, removeSent] = useUnsentText(postId, id);
  const [isAnswering, setAnswering] = useState(unsent !== '');
  const [isGone, setGone] = useState(false);
  const { adding, resolving } = useCommenting();
  const isResolved = resolvedAt !== null;
  return (
    <article className="review__thread stack">
      {block !== null && (
        <button
          type="button"
          className="review__quote"
          aria-label={words.show(quote)}
          onClick={() => setGone(!showPlace({ block, quote }))}
        >
          {quote || '…'}
        </button>
      )}
      <p role="status" className="review__gone soft">
        {isGone && words.goneBlock}
      </p>
      {[comment, ...answers].map((one) => (
        <CommentText key={one.id} comment={one} />
      ))}
      {isAnswering ? (
        <CommentField
          id={`answer-${id}`}
          label={words.answerLabel}
          submit={words.answer}
          isBusy={adding.isPending}
          text={unsent}
          onChange={setUnsent}
          onSent={removeSent}
          onSend={(text, answerId, onSent) =>
            adding.mutate({ comment: { post_id: postId, text, answers: id }, id: answerId, onSent })
          }
          onClose={() => setAnswering(false)}
        />
      ) : (
        <div className="row wraps">
          {!isResolved && (
            <Button size="small" variant="quiet" onClick={() => setAnswering(true)}>
              {words.answer}
            </Button>
          )}
          <Button
            size="small"
            variant="quiet"
            aria-disabled={resolving.isPending}
            onClick={() => resolving.isPending || resolving.mutate({ id, isResolved: !isResolved })}
          >
            {isResolved ? words.reopen : words.resolve}
          </Button>
        </div>
      )}
    </article>
  );
}

function CommentText({ comment }: { comment: PostComment }) {
  const nameOf = useWriterName();
  return (
    <div>
      <p className="label soft">
        {nameOf({ email: comment.author_email, userId: comment.author_id })} · {formatLocalTime(comment.created_at)}
      </p>
      <p className="review__text">{comment.text}</p>
    </div>
  );
}

type CommentFieldProps = {
  id: string;
  label: string;
  hint?: string;
  submit: string;
  isBusy: boolean;
  text: string;
  onChange: (text: string) => void;
  /** `id` is that of the comment; `onSent` is called when it is saved. */
  onSend: (text: string, id: string, onSent: () => void) => void;
  /** Removes what was sent; returns what was typed since. */
  onSent: (sent: string) => string;
  /** Where the field can be closed. */
  onClose?: () => void;
};

/** Not a form of its own: it stands within that of the post. */
function CommentField({ id, label, hint, submit, isBusy, text, onChange, onSend, onSent, onClose }: CommentFieldProps) {
  // The same for each attempt with these words, so that a lost answer makes no second comment, and hides no other words.
  const [commentId, setCommentId] = useState(newId);
  const write = (typed: string): void => {
    setCommentId(newId());
    onChange(typed);
  };
  const send = (): void => {
    if (isBusy || text.trim() === '' || isTooLong(text)) return;
    onSend(text.trim(), commentId, () => {
      setCommentId(newId());
      if (onSent(text) === '') onClose?.();
    });
  };
  return (
    <div className="stack">
      <ReviewText id={id} label={label} hint={hint} value={text} onChange={write} />
      <div className="row wraps">
        <BusyButton size="small" variant="line" onClick={send} isBusy={isBusy} idle={submit} busy={words.sending} />
        {onClose && (
          <Button size="small" variant="quiet" onClick={onClose}>
            {words.cancel}
          </Button>
        )}
      </div>
    </div>
  );
}
