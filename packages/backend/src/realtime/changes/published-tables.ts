import { asBackend } from '../../database/as-caller.ts';
import type { DatabasePool } from '../../database/connect.ts';

export type PublishedTable = { id: number; schema: string; name: string };

/**
 * Lists the tables of the publication, after giving those that were added to it their triggers. Throws
 * DatabaseUnavailable.
 */
export async function listPublishedTables(database: DatabasePool): Promise<PublishedTable[]> {
  return asBackend(database, async (query) => {
    await query('select realtime.prepare_tables()');
    const { rows } = await query('select id, schema, name from realtime.published_tables');
    return rows.map((row) => ({ id: Number(row['id']), schema: String(row['schema']), name: String(row['name']) }));
  });
}
