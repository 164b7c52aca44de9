import type { ItemTable } from '#contract/items.ts';
import type { DataClient } from './client.ts';
import { RejectedWrite } from './writes.ts';
import type { Row } from './site-database.ts';

/** `status` is that of a post, and null for other items. */
export type DeletedItem = Pick<Row<'deleted_items'>, 'id' | 'name' | 'deleted_at' | 'deleted_by_email'> & {
  status: string | null;
};

const MAX_ROWS = 100;

/** The items that were deleted within thirty days and not restored, newest first. Rethrows the backend's error. */
export async function listDeletedItems(client: DataClient, table: ItemTable): Promise<DeletedItem[]> {
  const { data, error } = await client
    .from('deleted_items')
    .select('id, name, deleted_at, deleted_by_email, status:item->>status')
    .eq('table_name', table)
    .is('restored_at', null)
    .order('deleted_at', { ascending: false })
    .limit(MAX_ROWS);
  if (error) throw error;
  return data;
}

/** Restores one item of the list. Throws RejectedWrite where it is gone or restored already, and the backend's error. */
export async function restoreDeletedItem(client: DataClient, id: number): Promise<void> {
  const { data, error } = await client
    .from('deleted_items')
    .update(restored())
    .eq('id', id)
    .is('restored_at', null)
    .select('id');
  if (error) throw error;
  if (data.length !== 1) throw new RejectedWrite();
}

/** Restores items that were just deleted, by the ids of their rows. Throws as `restoreDeletedItem` does. */
export async function undoDeletion(client: DataClient, table: ItemTable, rowIds: readonly string[]): Promise<void> {
  const { data, error } = await client
    .from('deleted_items')
    .update(restored())
    .eq('table_name', table)
    .in('row_id', rowIds)
    .is('restored_at', null)
    .select('id');
  if (error) throw error;
  if (data.length === 0) throw new RejectedWrite();
}

/** A trigger replaces the time by the database's own. */
function restored() {
  return { restored_at: new Date().toISOString() };
}
