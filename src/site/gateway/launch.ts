import type { DataClient } from './client.ts';
import { readWordsOf, saveWords } from './site-words.ts';
import { ItemConflict } from './writes.ts';

/** By whom something was cleared before the launch, and on which day (YYYY-MM-DD). */
export type Clearance = { by: string; on: string };
/** By the id of the item. */
export type Clearances = Readonly<Record<string, Clearance>>;

const PAGE = 'launch';
/** Others may clear something at the same moment. */
const MAX_ATTEMPTS = 5;

const isClearance = (value: unknown): value is Clearance =>
  typeof (value as Clearance | null)?.by === 'string' && typeof (value as Clearance).on === 'string';

const clearancesIn = (words: unknown): Clearances =>
  Object.fromEntries(
    Object.entries(words as Record<string, unknown>).filter(([, value]) => isClearance(value)),
  ) as Record<string, Clearance>;

/** What is cleared. Rethrows the backend's error. */
export async function readClearances(client: DataClient): Promise<Clearances> {
  return clearancesIn((await readWordsOf(client, PAGE)).words);
}

/** Clears an item, or with null takes it back; what others clear meanwhile stays. Throws as `saveWords` does. */
export async function setClearance(client: DataClient, id: string, clearance: Clearance | null): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const row = await readWordsOf(client, PAGE);
    const { [id]: _, ...others } = clearancesIn(row.words);
    const words = clearance ? { ...others, [id]: clearance } : others;
    try {
      await saveWords(client, { id: row.id, words, seen: row.updated_at });
      return;
    } catch (error) {
      if (!(error instanceof ItemConflict) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
