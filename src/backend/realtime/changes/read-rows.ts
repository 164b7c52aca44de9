import { asCaller } from '../../database/as-caller.ts';
import type { Caller } from '../../database/caller.ts';
import type { DatabasePool } from '../../database/connect.ts';
import { type DescribedTable, type RowView, describeTable, keyColumns, writeRowsQuery } from './table-view.ts';

/** Rows as one caller may see them. */
export type ReadRows = {
  table: DescribedTable;
  /** For each key in its order, what each view shows of the row, as JSON text; null where it shows nothing. */
  records: (readonly (string | null)[])[];
  /** The keys as JSON objects; null where the caller does not see the row. */
  keys: (string | null)[];
};

export type RowsRequest = {
  tableId: number;
  keys: readonly (readonly string[])[];
  views: readonly RowView[];
  /** From the table, or from the keys alone when the rows are gone. */
  from: 'table' | 'keys';
};

const REQUEST = { readOnly: true, method: 'GET', path: '/realtime/v1/websocket' };

/**
 * Reads rows as the caller: row-level security and the rights to columns decide as they are now, so a record never holds
 * what the caller could not select. Returns null when the table is not published any more. Throws ViewError, the errors
 * of PostgreSQL and DatabaseUnavailable.
 */
export async function readRows(database: DatabasePool, caller: Caller, request: RowsRequest): Promise<ReadRows | null> {
  const { tableId, keys, views, from } = request;
  return asCaller(database, caller, REQUEST, async (query) => {
    const table = await describeTable(query, tableId);
    if (!table) return null;
    const read: ReadRows = { table, records: keys.map(() => views.map(() => null)), keys: keys.map(() => null) };
    const shown = from === 'keys' ? keyColumns(table) : table.columns;
    if (!shown.some(({ isReadable }) => isReadable)) return read;
    const { text, values } = writeRowsQuery(table, views, keys, from);
    const { rows } = await query(text, values);
    for (const row of rows) {
      const at = Number(row['position']) - 1;
      read.records[at] = views.map((_, n) => row[`v${n}`] as string | null);
      read.keys[at] = row['key'] as string | null;
    }
    return read;
  });
}
