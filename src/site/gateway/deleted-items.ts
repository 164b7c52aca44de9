import type { DataClient } from './client.ts';
import { RejectedWrite } from './rejected-write.ts';

export type ItemTable = 'blog_posts' | 'categories' | 'testimonials';
export type DeletedItem = {
  id: number;
  name: string;
  deleted_at: string;
  deleted_by_email: string | null;
  /** Of a post, what it was and will be again. */
  status: string | null;
};

const MOST = 100;

/** What was deleted within thirty days and not restored, the newest first. Rethrows the backend's error. */
export async function listDeletedItems(client: DataClient, table: ItemTable): Promise<DeletedItem[]> {
  const { data, error } = await client
    .from('deleted_items')
    .select('id, name, deleted_at, deleted_by_email, status:item->>status')
    .eq('table_name', table)
    .is('restored_at', null)
    .order('deleted_at', { ascending: false })
    .limit(MOST);
  if (error) throw error;
  return data;
}

/** Puts one item of the list back. Throws RejectedWrite where it cannot be had any more, and the backend's error. */
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

/** Puts back what was just deleted, by the ids of the rows. Throws as `restoreDeletedItem` does. */
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

/** The database puts in its own moment. */
function restored() {
  return { restored_at: new Date().toISOString() };
}
