import type { PostgrestError } from '@supabase/supabase-js';
import type { LastSave } from './last-save.ts';

/** A write that touched no row: the row is gone, or row-level security hides it from this user. */
export class RejectedWrite extends Error {
  override name = 'RejectedWrite';
  constructor() {
    super('The write touched no row: it is gone, or this user may not change it.');
  }
}

/**
 * Throws RejectedWrite unless one row was written. PostgREST answers an update or delete that row-level security
 * rejects with success and no rows (protocol.md 2.4), so every write asks for the rows back.
 */
export function expectOneRow(rows: readonly unknown[] | null): void {
  if (rows?.length !== 1) throw new RejectedWrite();
}

/** The only row that was written. Throws as expectOneRow does. */
export function onlyRow<Row>(rows: readonly Row[] | null): Row {
  expectOneRow(rows);
  return rows![0]!;
}

/** Somebody else saved the row since it was opened; nothing was overwritten. */
export class ItemConflict<Item extends { updated_at: string } = { updated_at: string }> extends Error {
  override name = 'ItemConflict';
  /** The version in the database. */
  theirs: Item;
  by: LastSave;
  constructor(theirs: Item, by: LastSave) {
    super('The row was saved by somebody else since it was opened.');
    this.theirs = theirs;
    this.by = by;
  }
}

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
