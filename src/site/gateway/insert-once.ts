import type { PostgrestError } from '@supabase/supabase-js';
import { onlyRow } from './rejected-write.ts';

const UNIQUE_VIOLATION = '23505';

type InsertOnce<Row> = {
  insert: () => PromiseLike<{ data: Row[] | null; error: PostgrestError | null }>;
  /** The row with the id of the insert, or null. */
  find: () => Promise<Row | null>;
  hasValues: (made: Row) => boolean;
  /** Writes the values over the row of an earlier attempt. */
  overwrite: (made: Row) => Promise<Row>;
};

/**
 * Inserts a row with an id of the caller; returns it. An attempt whose answer was lost may have inserted the row: then
 * the row with this id counts as inserted, and is changed where it has other values. Throws the backend's error.
 */
export async function insertOnce<Row>({ insert, find, hasValues, overwrite }: InsertOnce<Row>): Promise<Row> {
  const { data, error } = await insert();
  if (!error) return onlyRow(data);
  // Without a row of this id, another row has the slug.
  const made = error.code === UNIQUE_VIOLATION ? await find() : null;
  if (!made) throw error;
  return hasValues(made) ? made : overwrite(made);
}
