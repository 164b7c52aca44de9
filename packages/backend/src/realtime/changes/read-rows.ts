import { asCaller, type Caller } from '../../database/as-caller.ts';
import type { DatabasePool } from '../../database/connect.ts';
import {
  type DescribedTable,
  type RowView,
  type RowsQuery,
  type TableColumn,
  columnsOf,
  describeTable,
  isGiven,
  keyColumns,
  writeRowsQuery,
} from './table-view.ts';

/** A row as one caller may see it. */
export type ReadRow = {
  /** Whether it meets each of the filters. */
  matches: readonly boolean[];
  /** The values by column, as JSON text; null for one that is longer than a record may be. */
  values: ReadonlyMap<TableColumn, string | null>;
};

export type ReadRows = {
  table: DescribedTable;
  /** For each key in its order; null where the caller does not see the row. */
  rows: (ReadRow | null)[];
};

export type RowsRequest = Pick<RowsQuery, 'keys' | 'filters' | 'from'> & {
  tableId: number;
  /** The columns that are wanted, of each kind of subscription. */
  selects: readonly RowView['select'][];
};

const REQUEST = { readOnly: true, method: 'GET', path: '/realtime/v1/websocket' };

/**
 * Reads rows as the caller, each once: row-level security and the rights to columns decide as they are now, so a record
 * never holds what the caller could not select. Returns null when the table is not published any more. Throws ViewError,
 * the errors of PostgreSQL and DatabaseUnavailable.
 */
export async function readRows(database: DatabasePool, caller: Caller, request: RowsRequest): Promise<ReadRows | null> {
  const { tableId, keys, filters, selects, from } = request;
  return asCaller(database, caller, REQUEST, async (query) => {
    const table = await describeTable(query, tableId);
    if (!table) return null;
    const read: ReadRows = { table, rows: keys.map(() => null) };
    const wanted = new Set([...selects.flatMap((select) => columnsOf(table, select)), ...keyColumns(table)]);
    const columns = table.columns.filter((one) => wanted.has(one) && one.isReadable && isGiven(one, from));
    if (columns.length === 0 && !table.columns.some((one) => one.isReadable && isGiven(one, from))) return read;
    const { text, values } = writeRowsQuery(table, { keys, filters, columns, from });
    const { rows } = await query(text, values);
    for (const row of rows) {
      read.rows[Number(row['position']) - 1] = {
        matches: row['matches'] as boolean[],
        values: new Map(columns.map((column, n) => [column, row[`c${n}`] as string | null])),
      };
    }
    return read;
  });
}
