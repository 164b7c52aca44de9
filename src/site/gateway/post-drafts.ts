import type { DataClient } from './client.ts';
import { dataOf } from './lists.ts';
import type { PostFields, Row } from './site-database.ts';
import { type LastSave, onlyRow, RejectedWrite, UNIQUE_VIOLATION } from './writes.ts';

/** Changes of a published or archived post, or of a page of words, that are not in it yet. */
export type PendingDraft = Row<'post_drafts'>;
type PendingDraftInput = Pick<PendingDraft, 'post_id' | 'version' | 'fields' | 'base'> &
  Partial<Pick<PendingDraft, 'publish_at'>>;

/** The pending draft was changed or made by another form; nothing was overwritten. */
export class DraftConflict extends Error {
  override name = 'DraftConflict';
  theirs: PendingDraft;
  by: Pick<LastSave, 'email' | 'userId'>;
  constructor(theirs: PendingDraft) {
    super('The pending draft was changed by another form.');
    this.theirs = theirs;
    this.by = { email: theirs.saved_by_email, userId: theirs.saved_by };
  }
}

/** The pending draft of the post, or null. Rethrows the backend's error. */
export function findPendingDraft(client: DataClient, postId: string): Promise<PendingDraft | null> {
  return dataOf(client.from('post_drafts').select('*').eq('post_id', postId).maybeSingle());
}

/** The ids of the posts with a pending draft, the newest as many as the data API answers with. Rethrows the backend's error. */
export async function listPendingDrafts(client: DataClient): Promise<Set<string>> {
  const data = await dataOf(client.from('post_drafts').select('post_id').order('saved_at', { ascending: false }));
  return new Set(data.map(({ post_id }) => post_id));
}

/**
 * Writes the pending draft where there is none, or over one of the versions `seen`. Returns it. Throws DraftConflict, and the backend's error: P0001 where the post was saved since.
 */
export async function savePendingDraft(
  client: DataClient,
  draft: PendingDraftInput,
  seen: readonly string[],
): Promise<PendingDraft> {
  const written = seen.length === 0 ? null : await overwrite(client, draft, seen);
  if (written) return written;
  const { data, error } = await client.from('post_drafts').insert(draft).select('*');
  if (!error) return onlyRow(data);
  const there = error.code === UNIQUE_VIOLATION ? await findPendingDraft(client, draft.post_id) : null;
  throw there ? new DraftConflict(there) : error;
}

/**
 * Lets the draft of a page be published by itself at a time (ISO 8601), or with null not. Throws DraftConflict where
 * another form has changed the draft, and the backend's error.
 */
export async function schedulePendingDraft(
  client: DataClient,
  { post_id, version }: Pick<PendingDraft, 'post_id' | 'version'>,
  at: string | null,
): Promise<void> {
  const update = client.from('post_drafts').update({ publish_at: at });
  const data = await dataOf(update.eq('post_id', post_id).eq('version', version).select('version'));
  if (data.length > 0) return;
  const theirs = await findPendingDraft(client, post_id);
  throw theirs ? new DraftConflict(theirs) : new RejectedWrite();
}

/** Deletes the pending draft of this version; returns whether it did. Rethrows the backend's error. */
export async function discardPendingDraft(
  client: DataClient,
  { post_id, version }: Pick<PendingDraft, 'post_id' | 'version'>,
): Promise<boolean> {
  const data = await dataOf(
    client.from('post_drafts').delete().eq('post_id', post_id).eq('version', version).select('post_id'),
  );
  return data.length === 1;
}

async function overwrite(
  client: DataClient,
  draft: PendingDraftInput,
  seen: readonly string[],
): Promise<PendingDraft | null> {
  const data = await dataOf(
    client.from('post_drafts').update(draft).eq('post_id', draft.post_id).in('version', seen).select('*'),
  );
  return data[0] ?? null;
}

export type Revision = Pick<Row<'post_revisions'>, 'id' | 'saved_at' | 'saved_by' | 'saved_by_email'> & {
  title: string;
};

const MAX_ROWS = 200;

/** The revisions of a post, newest first, without their content. Rethrows the backend's error. */
export function listRevisions(client: DataClient, postId: string): Promise<Revision[]> {
  return dataOf(
    client
      .from('post_revisions')
      .select('id, saved_at, saved_by, saved_by_email, title:post->>title')
      .eq('post_id', postId)
      .order('id', { ascending: false })
      .limit(MAX_ROWS),
  );
}

/** What the version of the post that was saved at `at` holds, or the last one before it; null without one. Rethrows the backend's error. */
export async function readVersionOf(client: DataClient, postId: string, at: string): Promise<PostFields | null> {
  const data = await dataOf(
    client
      .from('post_revisions')
      .select('post')
      .eq('post_id', postId)
      .lte('saved_at', at)
      // Not by id: where the clock was set back, a later version has an earlier time.
      .order('saved_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(1)
      .maybeSingle(),
  );
  return data?.post ?? null;
}

/** What one revision holds. Rethrows the backend's error. */
export async function readRevision(client: DataClient, id: number): Promise<PostFields> {
  const data = await dataOf(client.from('post_revisions').select('post').eq('id', id).single());
  return data.post;
}

/** What these revisions hold, by id. Rethrows the backend's error. */
export async function readRevisions(client: DataClient, ids: readonly number[]): Promise<Map<number, PostFields>> {
  if (ids.length === 0) return new Map();
  const data = await dataOf(client.from('post_revisions').select('id, post').in('id', ids));
  return new Map(data.map(({ id, post }) => [id, post]));
}
