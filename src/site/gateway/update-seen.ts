import type { PostgrestError } from '@supabase/supabase-js';
import { ItemConflict } from './item-conflict.ts';
import type { LastSave } from './last-save.ts';
import { RejectedWrite } from './rejected-write.ts';

type UpdateSeen<Row> = {
  /** Updates the row if it is still the version `seen`. */
  update: () => PromiseLike<{ data: Row[] | null; error: PostgrestError | null }>;
  find: () => Promise<Row | null>;
  hasValues: (theirs: Row) => boolean;
  findSaver: (theirs: Row) => Promise<LastSave>;
  seen: string;
};

/**
 * Updates the version of a row that the editor has seen; returns the row. A row that has the values already was updated
 * by an attempt whose answer was lost. Throws ItemConflict, RejectedWrite, and the backend's error.
 */
export async function updateSeen<Row extends { updated_at: string }>(options: UpdateSeen<Row>): Promise<Row> {
  const { data, error } = await options.update();
  if (error) throw error;
  if (data?.[0]) return data[0];
  const theirs = await options.find();
  if (!theirs || theirs.updated_at === options.seen) throw new RejectedWrite();
  if (options.hasValues(theirs)) return theirs;
  throw new ItemConflict(theirs, await options.findSaver(theirs));
}

export function hasValues<Input extends object>(row: Input, input: Input): boolean {
  return (Object.keys(input) as (keyof Input)[]).every((name) => row[name] === input[name]);
}
