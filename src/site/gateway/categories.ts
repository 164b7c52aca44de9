import type { DataClient } from './client.ts';
import { expectOneRow, onlyRow } from './rejected-write.ts';
import type { Row } from './site-database.ts';

export type Category = Row<'categories'>;
/** What the form of a category writes. */
export type CategoryInput = Pick<Category, 'name' | 'slug' | 'description'>;

/** Every category, newest first (specification §7). Rethrows the backend's error. */
export async function listCategories(client: DataClient): Promise<Category[]> {
  const { data, error } = await client.from('categories').select('*').order('created_at', { ascending: false });
  if (error) throw error;
  return data ?? [];
}

/** Returns the created row. Throws RejectedWrite, and the backend's error. */
export async function createCategory(client: DataClient, input: CategoryInput): Promise<Category> {
  const { data, error } = await client.from('categories').insert(input).select('*');
  if (error) throw error;
  return onlyRow(data);
}

/** Returns the changed row. Throws RejectedWrite where no row was changed, and the backend's error. */
export async function updateCategory(client: DataClient, id: string, input: CategoryInput): Promise<Category> {
  const { data, error } = await client.from('categories').update(input).eq('id', id).select('*');
  if (error) throw error;
  return onlyRow(data);
}

/** Throws RejectedWrite where no row was deleted, and the backend's error. Its posts stay, without a category. */
export async function deleteCategory(client: DataClient, id: string): Promise<void> {
  const { data, error } = await client.from('categories').delete().eq('id', id).select('id');
  if (error) throw error;
  expectOneRow(data);
}
