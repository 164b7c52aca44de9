import type { RunQuery } from '#backend/database/connect.ts';
import type { Table } from '#operations/backup/tables.ts';

/** In an order that foreign keys allow. */
const NAMES = ['resumable_uploads', 'upload_parts', 'unsettled_versions'];

/**
 * Lists the tables of bytes that belong to no object: pieces of uploads that are not complete, and bytes to be removed
 * from a store. Backups leave them out; after a move the site has the same bytes. Throws the errors of the database.
 */
export async function listUploadTables(query: RunQuery): Promise<Table[]> {
  const { rows } = await query(
    `select 'backend' as schema, wanted.name,
        array(select a.attname::text from pg_attribute a
          where a.attrelid = to_regclass('backend.' || wanted.name) and a.attnum > 0 and not a.attisdropped
          order by a.attnum) as columns
      from unnest($1::text[]) with ordinality as wanted (name, place) order by wanted.place`,
    [NAMES],
  );
  return rows as Table[];
}
