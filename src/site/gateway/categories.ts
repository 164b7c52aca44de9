import type { DataClient } from './client.ts';
import { expectOneRow } from './rejected-write.ts';
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

/** Throws RejectedWrite, and the backend's error. */
export async function createCategory(client: DataClient, input: CategoryInput): Promise<void> {
  const { data, error } = await client.from('categories').insert(input).select('id');
  if (error) throw error;
  expectOneRow(data);
}

/** Throws RejectedWrite where no row was changed, and the backend's error. */
export async function updateCategory(client: DataClient, id: string, input: CategoryInput): Promise<void> {
  const { data, error } = await client.from('categories').update(input).eq('id', id).select('id');
  if (error) throw error;
  expectOneRow(data);
}

/** Throws RejectedWrite where no row was deleted, and the backend's error. Its posts stay, without a category. */
export async function deleteCategory(client: DataClient, id: string): Promise<void> {
  const { data, error } = await client.from('categories').delete().eq('id', id).select('id');
  if (error) throw error;
  expectOneRow(data);
}
