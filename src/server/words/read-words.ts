import { asBackend } from '#backend/database/as-caller.ts';
import type { DatabasePool } from '#backend/database/connect.ts';
import { isSame, readWords, type WordPage } from '#contract/words/stored-words.ts';
import { setCurrentWords, wordsInForce } from '#site/content/current-words.ts';
import type { DataClient } from '#site/gateway/client.ts';

export type StoredWords = readonly { page: string; words: unknown }[];

/** Reads the stored words of all pages from the database of the site, with the drafts that are due. Throws PostgreSQL's errors. */
export function readStoredWords(database: DatabasePool): Promise<StoredWords> {
  return asBackend(database, async (query) => {
    await query('select public.publish_due_words()');
    const { rows } = await query('select page, words from public.site_words');
    return rows as { page: string; words: unknown }[];
  });
}

/** Reads the stored words of all pages from a hosted project, as a visitor; otherwise as above. Throws the backend's error. */
export async function readHostedWords(client: DataClient): Promise<StoredWords> {
  await client.rpc('publish_due_words').throwOnError();
  const { data, error } = await client.from('site_words').select('page, words');
  if (error) throw error;
  return data;
}

let misfits: readonly string[] = [];
let recipients: readonly string[] = [];

/**
 * Puts the stored words in force in this process, and the built-in ones where none fit. Returns whether any changed.
 * Never rejects.
 */
export async function putInForce(stored: StoredWords): Promise<boolean> {
  // With the words of all pages it takes long to load; a start loads it while PostgreSQL starts (primary.ts).
  const { ENQUIRIES, WORD_PAGES } = await import('#site/content/word-pages.ts');
  const found: string[] = [];
  let isChanged = false;
  /** null for the built-in words, whose schema is not made. */
  const readPage = <Words extends WordPage['builtIn']>(
    name: string,
    page: { schema: WordPage['schema']; builtIn: Words },
  ): Words | null => {
    const own = stored.find((one) => one.page === name)?.words;
    if (typeof own !== 'object' || own === null || Object.keys(own).length === 0) return null;
    const { schema, builtIn } = page;
    const { words, misfits: left } = readWords(schema, builtIn, own);
    found.push(...left.map((path) => `${name}.${path}`));
    return isSame(words, builtIn) ? null : (words as Words);
  };
  recipients = (readPage(ENQUIRIES.name, ENQUIRIES) ?? ENQUIRIES.builtIn).recipients;
  for (const [name, page] of Object.entries(WORD_PAGES)) {
    const words = readPage(name, page);
    if (isSame(words, wordsInForce()[name] ?? null)) continue;
    setCurrentWords(name, words);
    isChanged = true;
  }
  misfits = found;
  return isChanged;
}

/** The stored words that do not fit and are not in force, such as `firm.people.2.email`. */
export const listMisfits = (): readonly string[] => misfits;

/** Who receives enquiries, if administrators chose somebody. */
export const enquiryRecipients = (): readonly string[] => recipients;

/** For a command: puts the words of the database in force. A database that cannot be read leaves the built-in ones. */
export async function loadWords(database: DatabasePool): Promise<void> {
  await readStoredWords(database).then(putInForce, () => {});
}
