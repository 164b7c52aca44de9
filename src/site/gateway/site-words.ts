import { isSame } from '#contract/words/stored-words.ts';
import type { Json } from '#contract/database.types.ts';
import type { DataClient } from './client.ts';
import { dataOf } from './lists.ts';
import { DraftConflict, findPendingDraft, type PendingDraft, savePendingDraft } from './post-drafts.ts';
import type { Row } from './site-database.ts';
import { findSaver, ItemConflict, RAISED, RejectedWrite } from './writes.ts';

export type WordsRow = Pick<Row<'site_words'>, 'id' | 'words' | 'updated_at'>;
/** With what is not published yet. */
export type ListedWords = WordsRow & { draft: PendingDraft | null };

const COLUMNS = 'id, words, updated_at';

/** The stored words of a page. Rethrows the backend's error. */
export function readWordsOf(client: DataClient, page: string): Promise<WordsRow> {
  return dataOf(client.from('site_words').select(COLUMNS).eq('page', page).single());
}

/** The stored words of all pages and their drafts, by the name of the page. Rethrows the backend's error. */
export async function listWords(client: DataClient): Promise<ReadonlyMap<string, ListedWords>> {
  const rows = await dataOf(client.from('site_words').select(`${COLUMNS}, page`));
  const ids = rows.map(({ id }) => id);
  const drafts = await dataOf(client.from('post_drafts').select('*').in('post_id', ids));
  const draftOf = new Map(drafts.map((draft) => [draft.post_id, draft]));
  return new Map(rows.map(({ page, ...row }) => [page, { ...row, draft: draftOf.get(row.id) ?? null }]));
}

type WordsInput = {
  id: string;
  words: Record<string, unknown>;
  /** The `updated_at` that is written over. */
  seen: string;
  /** The version of the draft that the words include, and the writes of it that were not answered. */
  draft?: string | null;
  unanswered?: readonly string[];
};

/**
 * Stores the words of a page if its `updated_at` is still `seen`, and ends the draft that they include; returns the row.
 * Throws ItemConflict where somebody else saved meanwhile, DraftConflict where there is another draft, RejectedWrite where
 * the caller may not, and the backend's error.
 */
export async function saveWords(
  client: DataClient,
  { id, words, seen, draft = null, unanswered = [] }: WordsInput,
): Promise<WordsRow> {
  const save_options = { draft, unanswered: [...unanswered] };
  const update = client.from('site_words').update({ words: words as Json, save_options });
  const { data, error } = await update.eq('id', id).eq('updated_at', seen).select(COLUMNS);
  if (error) {
    // There is a draft that the change leaves out, or the draft is of an earlier version.
    const there = error.code === RAISED ? await findPendingDraft(client, id) : null;
    throw there ? new DraftConflict(there) : error;
  }
  if (data[0]) return data[0];
  const conflict = await findConflict(client, id);
  if (conflict.theirs.updated_at === seen) throw new RejectedWrite();
  // An attempt whose answer was lost has written the values already.
  if (isSame(conflict.theirs.words, words)) return conflict.theirs;
  throw conflict;
}

/** The conflict with the words that are stored now. Rethrows the backend's error. */
async function findConflict(client: DataClient, id: string): Promise<ItemConflict<WordsRow>> {
  const data = await dataOf(client.from('site_words').select(COLUMNS).eq('id', id).single());
  return new ItemConflict(data, await findSaver(client, 'site_words', data));
}

type WordsDraftInput = Omit<WordsInput, 'draft' | 'unanswered'> & { version: string; replaces: readonly string[] };

/**
 * Stores the words as the draft of the page, where there is none, or over one of the versions that it `replaces`. Throws
 * ItemConflict where the page was saved meanwhile, DraftConflict where there is another draft, and the backend's error.
 */
export async function saveWordsDraft(
  client: DataClient,
  { id, words, seen, version, replaces }: WordsDraftInput,
): Promise<PendingDraft> {
  const draft = { post_id: id, version, fields: words as Record<string, Json>, base: seen };
  try {
    return await savePendingDraft(client, draft, replaces);
  } catch (error) {
    if ((error as { code?: string }).code === RAISED) throw await findConflict(client, id);
    throw error;
  }
}
