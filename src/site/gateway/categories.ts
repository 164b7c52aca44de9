import type { DataClient } from './client.ts';
import { insertOnce } from './insert-once.ts';
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

/** Creates the row `id`, once; returns it. Throws RejectedWrite, and the backend's error. */
export async function createCategory(client: DataClient, input: CategoryInput, id: string): Promise<Category> {
  const rows = () => client.from('categories');
  return insertOnce<Category>({
    insert: () =>
      rows()
        .insert({ ...input, id })
        .select('*'),
    find: async () => (await rows().select('*').eq('id', id).maybeSingle().throwOnError()).data,
    hasValues: (made) => (Object.keys(input) as (keyof CategoryInput)[]).every((name) => made[name] === input[name]),
    overwrite: () => updateCategory(client, id, input),
  });
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
