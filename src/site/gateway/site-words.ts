import { isSame } from '#contract/words/stored-words.ts';
import type { Json } from '#contract/database.types.ts';
import type { DataClient } from './client.ts';
import type { Row } from './site-database.ts';
import { findSaver, ItemConflict, RejectedWrite } from './writes.ts';

/** The stored words of a page. */
export type WordsRow = Pick<Row<'site_words'>, 'id' | 'words' | 'updated_at'>;

const COLUMNS = 'id, words, updated_at';

/** The stored words of a page. Rethrows the backend's error. */
export async function readWordsOf(client: DataClient, page: string): Promise<WordsRow> {
  const { data, error } = await client.from('site_words').select(COLUMNS).eq('page', page).single();
  if (error) throw error;
  return data;
}

/** The stored words of all pages, by the name of the page. Rethrows the backend's error. */
export async function listWords(client: DataClient): Promise<ReadonlyMap<string, WordsRow>> {
  const { data, error } = await client.from('site_words').select(`${COLUMNS}, page`);
  if (error) throw error;
  return new Map(data.map(({ page, ...row }) => [page, row]));
}

/**
 * Stores the words of a page if its `updated_at` is still `seen`; returns its row. Throws ItemConflict where somebody else
 * saved meanwhile, RejectedWrite where the caller may not, and the backend's error.
 */
export async function saveWords(
  client: DataClient,
  { id, words, seen }: { id: string; words: Record<string, unknown>; seen: string },
): Promise<WordsRow> {
  const update = client.from('site_words').update({ words: words as Json });
  const { data, error } = await update.eq('id', id).eq('updated_at', seen).select(COLUMNS);
  if (error) throw error;
  if (data[0]) return data[0];
  const { data: theirs } = await client.from('site_words').select(COLUMNS).eq('id', id).single().throwOnError();
  if (theirs.updated_at === seen) throw new RejectedWrite();
  // An attempt whose answer was lost has written the values already.
  if (isSame(theirs.words, words)) return theirs;
  throw new ItemConflict(theirs, await findSaver(client, 'site_words', theirs));
}
