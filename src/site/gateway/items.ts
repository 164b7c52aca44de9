import type { PostgrestError } from '@supabase/supabase-js';
import type { FlatTable, ItemTable } from '#contract/items.ts';
import type { DataClient } from './client.ts';
import { dataOf, inParts } from './lists.ts';
import type { Row } from './site-database.ts';
import { findSaver, hasValues, insertOnce, ItemConflict, RejectedWrite, writeOneRow } from './writes.ts';

export type Category = Row<'categories'>;
export type TestimonialRow = Row<'testimonials'>;

/** What the form of a flat item writes: every column but those that the database sets. */
export type ItemInput<Table extends FlatTable> = Omit<Row<Table>, 'id' | 'created_at' | 'updated_at'>;

/** Every row of the table, newest first (specification §7); a null answer is an empty list. Rethrows the backend's error. */
export async function listItems<Table extends FlatTable>(client: DataClient, table: Table): Promise<Row<Table>[]> {
  const data = await dataOf(rowsOf(client, table).select('*').order('created_at', { ascending: false }));
  return data ?? [];
}

/** Creates the row `id`, once; returns it. Throws RejectedWrite, and the backend's error. */
export function createItem<Table extends FlatTable>(
  client: DataClient,
  table: Table,
  input: ItemInput<Table>,
  id: string,
): Promise<Row<Table>> {
  return insertOnce<Row<Table>>({
    insert: () =>
      asRows<Table>(
        rowsOf(client, table)
          .insert({ ...input, id } as never)
          .select('*'),
      ),
    find: () => findItem(client, table, id),
    hasValues: (made) => hasValues<object>(made, input),
    // An insert sets both times to the same value, so that a later change is a conflict.
    overwrite: (made) => updateItem(client, table, input, id, made.created_at),
  });
}

/**
 * Changes the row if its `updated_at` is still `seen`; returns it. Throws ItemConflict where somebody else saved
 * meanwhile, RejectedWrite where the row is gone or may not be changed, and the backend's error.
 */
export async function updateItem<Table extends FlatTable>(
  client: DataClient,
  table: Table,
  input: ItemInput<Table>,
  id: string,
  seen: string,
): Promise<Row<Table>> {
  const update = rowsOf(client, table).update(input as never);
  const data = await dataOf(asRows<Table>(update.eq('id', id).eq('updated_at', seen).select('*')));
  if (data?.[0]) return data[0];
  const theirs = await findItem(client, table, id);
  if (!theirs || theirs.updated_at === seen) throw new RejectedWrite();
  // An attempt whose answer was lost has written the values already.
  if (hasValues<object>(theirs, input)) return theirs;
  throw new ItemConflict(theirs, await findSaver(client, table, theirs));
}

/** Throws RejectedWrite where no row was deleted, and the backend's error. The posts of a category stay, without it. */
export async function deleteItem(client: DataClient, table: FlatTable, id: string): Promise<void> {
  await writeOneRow(rowsOf(client, table).delete().eq('id', id).select('id'));
}

/** The times of the last changes of these tables, null for an empty one. Rethrows the backend's error. */
export function findLastChanges(client: DataClient, tables: readonly ItemTable[]): Promise<(string | null)[]> {
  return Promise.all(
    tables.map(async (table) => {
      const data = await dataOf(
        client.from(table).select('updated_at').order('updated_at', { ascending: false }).limit(1).maybeSingle(),
      );
      return data?.updated_at ?? null;
    }),
  );
}

async function findItem<Table extends FlatTable>(
  client: DataClient,
  table: Table,
  id: string,
): Promise<Row<Table> | null> {
  const data = await dataOf(rowsOf(client, table).select('*').eq('id', id).maybeSingle());
  return data;
}

/** The client cannot type a table that is a parameter. All flat tables have an id, and the times of both changes. */
const rowsOf = (client: DataClient, table: FlatTable) => client.from(table as 'testimonials');
type Answer<Data> = PromiseLike<{ data: Data[]; error: null } | { data: null; error: PostgrestError }>;
const asRows = <Table extends FlatTable>(answer: Answer<TestimonialRow>) => answer as unknown as Answer<Row<Table>>;

/** `status` is that of a post, and null for other items. */
export type DeletedItem = Pick<
  Row<'deleted_items'>,
  'id' | 'name' | 'deleted_at' | 'deleted_by' | 'deleted_by_email'
> & {
  status: string | null;
};

const MAX_ROWS = 100;

/** The items that were deleted within thirty days and not restored, newest first. Rethrows the backend's error. */
export function listDeletedItems(client: DataClient, table: ItemTable): Promise<DeletedItem[]> {
  return dataOf(
    client
      .from('deleted_items')
      .select('id, name, deleted_at, deleted_by, deleted_by_email, status:item->>status')
      .eq('table_name', table)
      .is('restored_at', null)
      .order('deleted_at', { ascending: false })
      .limit(MAX_ROWS),
  );
}

/** Restores one item of the list. Throws RejectedWrite where it is gone or restored already, and the backend's error. */
export async function restoreDeletedItem(client: DataClient, id: number): Promise<void> {
  const items = client.from('deleted_items').update(restored());
  await writeOneRow(items.eq('id', id).is('restored_at', null).select('id'));
}

/** Restores items that were just deleted, by the ids of their rows; returns how many. Throws as `restoreDeletedItem` does. */
export async function undoDeletion(client: DataClient, table: ItemTable, rowIds: readonly string[]): Promise<number> {
  const deleted = () => client.from('deleted_items');
  const kept = await inParts(rowIds, (part) =>
    deleted().select('id, row_id').eq('table_name', table).in('row_id', part).is('restored_at', null).order('id'),
  );
  // An import may have brought back a row that was deleted before: the last deletion of each is undone.
  const last = new Map(kept.map(({ id, row_id }) => [row_id, String(id)]));
  const rows = await inParts([...last.values()], (part) =>
    deleted().update(restored()).in('id', part.map(Number)).is('restored_at', null).select('id'),
  );
  if (rows.length === 0) throw new RejectedWrite();
  return rows.length;
}

/** A trigger replaces the time by the database's own. */
function restored() {
  return { restored_at: new Date().toISOString() };
}
