import type { DataClient } from './client.ts';
import { insertOnce } from './insert-once.ts';
import { findItemSaver } from './last-save.ts';
import { expectOneRow } from './rejected-write.ts';
import type { Row } from './site-database.ts';
import { hasValues, updateSeen } from './update-seen.ts';

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
    hasValues: (made) => hasValues(made, input),
    // An insert sets both times to the same value, so that a later change is a conflict.
    overwrite: (made) => updateCategory(client, id, input, made.created_at),
  });
}

/**
 * Changes the row if its `updated_at` is still `seen`; returns it. Throws ItemConflict where somebody else saved
 * meanwhile, RejectedWrite where the row is gone or may not be changed, and the backend's error.
 */
export async function updateCategory(
  client: DataClient,
  id: string,
  input: CategoryInput,
  seen: string,
): Promise<Category> {
  const rows = () => client.from('categories');
  return updateSeen<Category>({
    update: () => rows().update(input).eq('id', id).eq('updated_at', seen).select('*'),
    find: async () => (await rows().select('*').eq('id', id).maybeSingle().throwOnError()).data,
    hasValues: (theirs) => hasValues(theirs, input),
    findSaver: (theirs) => findItemSaver(client, id, theirs.updated_at),
    seen,
  });
}

/** Throws RejectedWrite where no row was deleted, and the backend's error. Its posts stay, without a category. */
export async function deleteCategory(client: DataClient, id: string): Promise<void> {
  const { data, error } = await client.from('categories').delete().eq('id', id).select('id');
  if (error) throw error;
  expectOneRow(data);
}
