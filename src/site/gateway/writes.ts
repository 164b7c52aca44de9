import type { PostgrestError } from '@supabase/supabase-js';
import type { ItemTable } from '#contract/items.ts';
import type { DataClient } from './client.ts';
import { dataOf } from './lists.ts';

/** A write that touched no row: the row is gone, or row-level security hides it from this user. */
export class RejectedWrite extends Error {
  override name = 'RejectedWrite';
  constructor() {
    super('The write touched no row: it is gone, or this user may not change it.');
  }
}

/**
 * The only row that was written. Throws RejectedWrite unless it is one. PostgREST answers an update or delete that
 * row-level security rejects with success and no rows (protocol.md 2.4), so every write asks for the rows back.
 */
export function onlyRow<Row>(rows: readonly Row[] | null): Row {
  if (rows?.length !== 1) throw new RejectedWrite();
  return rows[0]!;
}

/** Waits for a write of one row. Throws as `onlyRow` does, and the backend's error. */
export async function writeOneRow(answer: PromiseLike<Rows>): Promise<void> {
  onlyRow(await dataOf(answer));
}

type Rows = { data: unknown[]; error: null } | { data: null; error: Error };

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

/** Codes of PostgreSQL: another row has the key; an exception that a trigger raised. */
export const UNIQUE_VIOLATION = '23505';
export const RAISED = 'P0001';

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
export async function insertOnce<Row>({ insert, find, hasValues: isSame, overwrite }: InsertOnce<Row>): Promise<Row> {
  const { data, error } = await insert();
  if (!error) return onlyRow(data);
  // Without a row of this id, another row has the slug.
  const made = error.code === UNIQUE_VIOLATION ? await find() : null;
  if (!made) throw error;
  return isSame(made) ? made : overwrite(made);
}

export function hasValues<Input extends object>(row: Input, input: Input): boolean {
  return (Object.keys(input) as (keyof Input)[]).every((name) => row[name] === input[name]);
}

/** A random UUID (version 4). Not crypto.randomUUID(): a browser has it only where the site is served by https. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Who made a version of a row. The e-mail address is null for the operator, or where it was not recorded. */
export type LastSave = { email: string | null; userId: string | null; operation: string | null };
type Version = { id: string; updated_at: string };
type VersionedTable = ItemTable | 'site_words';

/** Whether the operation of a save is one of these. */
export function isOneOf(operation: string | null, operations: readonly string[] = []): boolean {
  return operation !== null && operations.includes(operation);
}

/** Who made this version of a row; nobody is known for one that changed nothing. Rethrows the backend's error. */
export async function findSaver(client: DataClient, table: VersionedTable, version: Version): Promise<LastSave> {
  const savers = await listSavers(client, table, [version]);
  return savers.get(version.id) ?? { email: null, userId: null, operation: null };
}

/**
 * Who made these versions, by the id of the row. A version that changed nothing, or that no person of the dashboard
 * made, is not among them. Rethrows the backend's error.
 */
export async function listSavers(
  client: DataClient,
  table: VersionedTable,
  versions: readonly Version[],
): Promise<Map<string, LastSave>> {
  const ids = versions.map(({ id }) => id);
  const times = [...new Set(versions.map(({ updated_at }) => updated_at))];
  const saves = await (table === 'blog_posts' ? savesOfPosts : savesOfItems)(client, ids, times);
  const savedAt = new Map(versions.map(({ id, updated_at }) => [id, updated_at]));
  return new Map(
    saves
      .filter(({ id, at }) => savedAt.get(id) === at)
      .map(({ id, email, userId, operation }) => [id, { email, userId, operation }]),
  );
}

type Save = LastSave & { id: string; at: string };

/** The trigger writes a revision in the transaction of the save, so that both have the same time. */
function savesOfPosts(client: DataClient, ids: string[], times: string[]): Promise<Save[]> {
  return dataOf(
    client
      .from('post_revisions')
      .select('id:post_id, at:saved_at, userId:saved_by, email:saved_by_email, operation:saved_from')
      .in('post_id', ids)
      .in('saved_at', times),
  );
}

/** Flat items have no revisions; the activity list has all saves. */
async function savesOfItems(client: DataClient, ids: string[], times: string[]): Promise<Save[]> {
  const data = await dataOf(
    client
      .from('activity')
      .select('id:subject_id, at:happened_at, userId:actor_id, email:actor_email')
      .in('subject_id', ids)
      .in('happened_at', times),
  );
  return data.map((save) => ({ ...save, operation: null }));
}
