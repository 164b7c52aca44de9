import { differingWords } from '#contract/words/stored-words.ts';
import { setCurrentWords } from '#site/content/current-words.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { saveWords, saveWordsDraft, type WordsRow } from '#site/gateway/site-words.ts';
import { ItemConflict } from '#site/gateway/writes.ts';
import type { OtherVersion, WriteRequest, Written } from '../form-session/form-state.ts';
import { versionOf } from '../form-session/local-copy.ts';
import type { OtherSave } from '../form-session/write-error.ts';
import { type NamedPage, toValues, toWords, wordsIn, type WordValues } from './drafts.ts';

type WordsRequest = WriteRequest<WordValues, WordsRow>;

/** The values of the form with these stored words. */
export const valuesIn = (page: NamedPage, stored: Pick<WordsRow, 'words'>): WordValues =>
  toValues(page.schema, wordsIn(page, stored));

/**
 * Publishes the words of the form, with the draft that they come from; or stores them as the draft of the page. Throws
 * ItemConflict, DraftConflict, RejectedWrite, and the backend's error.
 */
export async function writeWords(
  client: DataClient,
  page: NamedPage,
  row: WordsRow,
  { sent, item, base, draft, operation, unanswered, keeps }: WordsRequest & { keeps: boolean },
): Promise<Written<WordValues, WordsRow>> {
  const typed = toWords(page.schema, sent);
  const words = differingWords(page.builtIn, typed);
  const change = { id: item?.id ?? row.id, words, seen: base ?? row.updated_at };
  const operations = unanswered.map((one) => one.operation);
  if (keeps) {
    const replaces = [...operations, ...(draft === null ? [] : [draft])];
    const kept = await saveWordsDraft(client, { ...change, version: operation, replaces });
    const version = { base: kept.base, draft: kept.version };
    return { item: null, savedAt: kept.saved_at, version, assigned: {} };
  }
  const saved = await saveWords(client, { ...change, draft, unanswered: operations });
  // The dashboard names people and the firm too.
  setCurrentWords(page.name, typed);
  return { item: saved, savedAt: saved.updated_at, version: versionOf(saved), assigned: {} };
}

/** The other version that a write met: of the words, or of their draft. */
export function readWordsConflict(
  page: NamedPage,
  error: OtherSave,
  { item, base, keeps }: WordsRequest,
): OtherVersion<WordValues, WordsRow> {
  const ancestor = item?.updated_at === base ? valuesIn(page, item) : null;
  if (error instanceof ItemConflict) {
    const theirs = error.theirs as ItemConflict['theirs'] & WordsRow;
    return { with: 'item', item: theirs, theirs: valuesIn(page, theirs), ancestor };
  }
  const { version: draft, fields } = error.theirs;
  const theirs = valuesIn(page, { words: fields });
  // A draft of somebody else is not published unseen.
  const merge = keeps ? {} : { merge: mineIfPreferred };
  return { with: 'draft', draft, theirs, ancestor, ...merge };
}

const mineIfPreferred: OtherVersion<WordValues, WordsRow>['merge'] = ({ mine, prefersMine }) =>
  prefersMine ? mine : null;
