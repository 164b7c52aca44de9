import { readWords, type WordPage } from '#contract/words/stored-words.ts';
import type { WordsRow } from '#site/gateway/site-words.ts';

/** A page of words, by the name of its row. */
export type NamedPage = WordPage & { name: string };

/** The words in force with this row. */
export const wordsIn = ({ schema, builtIn }: WordPage, { words }: Pick<WordsRow, 'words'>): Record<string, unknown> =>
  readWords(schema, builtIn, words).words;
