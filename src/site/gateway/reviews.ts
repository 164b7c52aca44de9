import type { DataClient } from './client.ts';
import { dataOf } from './lists.ts';
import type { Row } from './site-database.ts';
import { newId, UNIQUE_VIOLATION, writeOneRow } from './writes.ts';

/** A draft that waits for an administrator, or that one returned to its writer. */
export type PostReview = Row<'post_reviews'>;
export type PostComment = Row<'post_comments'>;
/** The paragraph that a comment is about: its place among the blocks of the body, and the start of its text. */
export type CommentPlace = { block: number; quote: string };

/** As many ids as the address of a request can hold. */
const MAX_LISTED = 100;

/**
 * The states of the reviews that the caller may read, by the id of the post: those that wait first, the longest first.
 * Rethrows the backend's error, as all here.
 */
export async function listReviews(client: DataClient): Promise<Map<string, PostReview['state']>> {
  const data = await dataOf(
    client
      .from('post_reviews')
      .select('post_id, state')
      .order('state', { ascending: false })
      .order('asked_at')
      .limit(MAX_LISTED),
  );
  return new Map(data.map(({ post_id, state }) => [post_id, state]));
}

export type ReviewStates = Awaited<ReturnType<typeof listReviews>>;

export function waitingIn(reviews: ReviewStates): string[] {
  return [...reviews].flatMap(([id, state]) => (state === 'waiting' ? [id] : []));
}

/** The review of a post, and its comments, oldest first. */
export async function readReview(
  client: DataClient,
  postId: string,
): Promise<{ review: PostReview | null; comments: PostComment[] }> {
  const [review, comments] = await Promise.all([
    dataOf(client.from('post_reviews').select('*').eq('post_id', postId).maybeSingle()),
    dataOf(client.from('post_comments').select('*').eq('post_id', postId).order('created_at').order('id')),
  ]);
  return { review, comments };
}

/** Asks for a review of a draft, for the first time or again. A draft that waits already stays so. */
export async function askForReview(client: DataClient, postId: string): Promise<void> {
  const again = client.from('post_reviews').update({ state: 'waiting' }).eq('post_id', postId).select('post_id');
  if ((await dataOf(again)).length > 0) return;
  const { error } = await client.from('post_reviews').insert({ post_id: postId });
  if (error && error.code !== UNIQUE_VIOLATION) throw error;
}

/** Takes a draft back that waits. */
export async function withdrawFromReview(client: DataClient, postId: string): Promise<void> {
  await dataOf(client.from('post_reviews').delete().eq('post_id', postId));
}

/** Returns a draft to its writer. Throws RejectedWrite where it does not wait any more. */
export async function returnToWriter(client: DataClient, postId: string, note: string): Promise<void> {
  await writeOneRow(
    client.from('post_reviews').update({ state: 'returned', note }).eq('post_id', postId).select('post_id'),
  );
}

type NewComment = { post_id: string; text: string } & (
  | { answers: string }
  /** null: about the whole post. */
  | { block: number | null; quote: string }
);

/** Writes a comment beside a paragraph, or an answer to one. `id` is the same when a write without an answer is repeated. */
export async function addComment(client: DataClient, comment: NewComment, id = newId()): Promise<void> {
  const { error } = await client.from('post_comments').insert({ id, ...comment });
  if (error && error.code !== UNIQUE_VIOLATION) throw error;
}

/** Throws RejectedWrite where the comment is gone. */
export async function resolveComment(client: DataClient, id: string, isResolved: boolean): Promise<void> {
  await writeOneRow(
    client
      .from('post_comments')
      .update({ resolved_at: isResolved ? new Date().toISOString() : null })
      .eq('id', id)
      .select('id'),
  );
}
