import { MAX_RECORD_BYTES, SHORT_VALUE_LENGTH } from '../limits.ts';
import type { Announcement } from './announcement.ts';
import type { ReadRow } from './read-rows.ts';
import { type DescribedTable, type RowView, type TableColumn, columnsOf, keyColumns } from './table-view.ts';

type Written = { text: string; isShortened: boolean };

/** Writes `data` of the event `postgres_changes` for subscriptions that select these columns (protocol.md 4.3). */
export function writeChange(
  table: DescribedTable,
  select: RowView['select'],
  { type, at, old }: Pick<Announcement, 'type' | 'at' | 'old'>,
  row: ReadRow,
): string {
  const columns = columnsOf(table, select);
  const head = {
    schema: table.schema,
    table: table.name,
    type,
    commit_timestamp: at,
    columns: columns.map(({ name, type: typeName }) => ({ name, type: typeName })),
  };
  const record = writeRecord(columns, row);
  const oldRecord = old ? writeOldKey(table, old) : writeRecord(keyColumns(table), row).text;
  const parts = [JSON.stringify(head).slice(0, -1)];
  if (type !== 'DELETE') parts.push(`"record":${record.text}`);
  if (type === 'UPDATE') parts.push(`"old_record":${oldRecord}`);
  if (type === 'DELETE') parts.push(`"old_record":${record.text}`);
  parts.push(`"errors":${record.isShortened ? '["Error 413: Payload Too Large"]' : 'null'}`);
  return `${parts.join(',')}}`;
}

/** The key of a row before an update that changed it. */
function writeOldKey(table: DescribedTable, key: readonly string[]): string {
  const pairs = keyColumns(table).flatMap(({ name, isReadable }, n) => (isReadable ? [[name, key[n]]] : []));
  return JSON.stringify(Object.fromEntries(pairs));
}

/** If a record is too long, only its short values are sent, as by a hosted project. */
function writeRecord(columns: readonly TableColumn[], { values }: ReadRow): Written {
  const given = columns.flatMap((column) => {
    const value = values.get(column);
    return value === undefined ? [] : [{ name: column.name, value }];
  });
  const record = given.every(({ value }) => value !== null) ? writeObject(given) : null;
  if (record !== null && Buffer.byteLength(record) <= MAX_RECORD_BYTES) return { text: record, isShortened: false };
  const short = given.filter(({ value }) => value !== null && value.length <= SHORT_VALUE_LENGTH);
  return { text: writeObject(short), isShortened: true };
}

function writeObject(fields: readonly { name: string; value: string | null }[]): string {
  return `{${fields.map(({ name, value }) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
}
