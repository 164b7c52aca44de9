import type { ItemTable } from '#contract/items.ts';
import type { DataClient } from './client.ts';

/** The times of the last changes of these tables, null for an empty one. Rethrows the backend's error. */
export function findLastChanges(client: DataClient, tables: readonly ItemTable[]): Promise<(string | null)[]> {
  return Promise.all(tables.map((table) => findLastChange(client, table)));
}

async function findLastChange(client: DataClient, table: ItemTable): Promise<string | null> {
  const { data, error } = await client
    .from(table)
    .select('updated_at')
    .order('updated_at', { ascending: false })
    .limit(1)
    .maybeSingle();
  if (error) throw error;
  return data?.updated_at ?? null;
}
