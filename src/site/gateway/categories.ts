import type { DataClient } from './client.ts';
import { expectOneRow } from './rejected-write.ts';

export type Category = { id: string; name: string; slug: string; description: string | null; created_at: string };
export type CategoryRow = Pick<Category, 'name' | 'slug' | 'description'>;

/** Every category, newest first (specification §7). Rethrows the backend's error. */
export async function listCategories(client: DataClient): Promise<Category[]> {
  const { data, error } = await client.from('categories').select('*').order('created_at', { ascending: false });
  if (error) throw error;
  return data ?? [];
}

export async function createCategory(client: DataClient, row: CategoryRow): Promise<void> {
  const { data, error } = await client.from('categories').insert(row).select('id');
  if (error) throw error;
  expectOneRow(data);
}

/** Throws RejectedWrite where no row was touched, and the backend's error. */
export async function updateCategory(client: DataClient, id: string, row: CategoryRow): Promise<void> {
  const { data, error } = await client.from('categories').update(row).eq('id', id).select('id');
  if (error) throw error;
  expectOneRow(data);
}

/** Throws RejectedWrite where no row was touched, and the backend's error. Its posts stay, without a category. */
export async function deleteCategory(client: DataClient, id: string): Promise<void> {
  const { data, error } = await client.from('categories').delete().eq('id', id).select('id');
  if (error) throw error;
  expectOneRow(data);
}
