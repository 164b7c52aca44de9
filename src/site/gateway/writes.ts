import type { PostgrestError } from '@supabase/supabase-js';
import type { ItemTable } from '#contract/items.ts';
import type { DataClient } from './client.ts';

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
export async function insertOnce<Row>({ insert, find, hasValues: isSame, overwrite }: InsertOnce<Row>): Promise<Row> {
  const { data, error } = await insert();
  if (!error) return onlyRow(data);
  // Without a row of this id, another row has the slug.
  const made = error.code === UNIQUE_VIOLATION ? await find() : null;
  if (!made) throw error;
  return isSame(made) ? made : overwrite(made);
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

/** A random UUID (version 4). Not crypto.randomUUID(): a browser has it only where the site is served by https. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Who made the present version of a row. The e-mail address is null for the operator, or where it was not recorded. */
type LastSave = { email: string | null; userId: string | null; form: string | null };

const UNKNOWN: LastSave = { email: null, userId: null, form: null };

/** Who made the version of the post that was saved at `savedAt`. Rethrows the backend's error. */
export async function findPostSaver(client: DataClient, postId: string, savedAt: string): Promise<LastSave> {
  const { data, error } = await client
    .from('post_revisions')
    .select('saved_by, saved_by_email, saved_from')
    .eq('post_id', postId)
    // The trigger writes both times in one transaction.
    .eq('saved_at', savedAt)
    .limit(1);
  if (error) throw error;
  const [one] = data;
  return one ? { email: one.saved_by_email, userId: one.saved_by, form: one.saved_from } : UNKNOWN;
}

/** The same for a category or testimonial, which have no revisions. Rethrows the backend's error. */
export async function findItemSaver(client: DataClient, id: string, savedAt: string): Promise<LastSave> {
  const { data, error } = await client
    .from('activity')
    .select('actor_id, actor_email')
    .eq('subject_id', id)
    .eq('happened_at', savedAt)
    .limit(1);
  if (error) throw error;
  const [one] = data;
  return one ? { email: one.actor_email, userId: one.actor_id, form: null } : UNKNOWN;
}

type Version = { id: string; updated_at: string };

/**
 * Who made these versions, by the id of the row. A version that changed nothing, or that no person of the dashboard
 * made, is not among them. Rethrows the backend's error.
 */
export async function listSavers(
  client: DataClient,
  table: ItemTable,
  versions: readonly Version[],
): Promise<Map<string, LastSave>> {
  const saves = await (table === 'blog_posts' ? savesOfPosts : savesOfItems)(client, versions);
  const savedAt = new Map(versions.map(({ id, updated_at }) => [id, updated_at]));
  return new Map(saves.filter(({ id, at }) => savedAt.get(id) === at).map(({ id, by }) => [id, by]));
}

type Save = { id: string; at: string; by: LastSave };

const idsOf = (versions: readonly Version[]) => versions.map(({ id }) => id);
const timesOf = (versions: readonly Version[]) => [...new Set(versions.map(({ updated_at }) => updated_at))];

async function savesOfPosts(client: DataClient, versions: readonly Version[]): Promise<Save[]> {
  const { data, error } = await client
    .from('post_revisions')
    .select('post_id, saved_at, saved_by, saved_by_email, saved_from')
    .in('post_id', idsOf(versions))
    .in('saved_at', timesOf(versions));
  if (error) throw error;
  return data.map(({ post_id, saved_at, saved_by, saved_by_email, saved_from }) => ({
    id: post_id,
    at: saved_at,
    by: { email: saved_by_email, userId: saved_by, form: saved_from },
  }));
}

async function savesOfItems(client: DataClient, versions: readonly Version[]): Promise<Save[]> {
  const { data, error } = await client
    .from('activity')
    .select('subject_id, happened_at, actor_id, actor_email')
    .in('subject_id', idsOf(versions))
    .in('happened_at', timesOf(versions));
  if (error) throw error;
  return data.map(({ subject_id, happened_at, actor_id, actor_email }) => ({
    id: subject_id,
    at: happened_at,
    by: { email: actor_email, userId: actor_id, form: null },
  }));
}
