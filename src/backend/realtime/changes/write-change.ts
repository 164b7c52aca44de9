import { MAX_RECORD_BYTES, SHORT_VALUE_LENGTH } from '../limits.ts';
import type { Announcement } from './announcement.ts';
import { type DescribedTable, type RowView, columnsOf, keyColumns } from './table-view.ts';

/** A change of one row as a subscriber may see it; both records are JSON text. */
export type VisibleChange = {
  type: Announcement['type'];
  at: string;
  record: string | null;
  oldRecord: string | null;
};

/** Writes `data` of the event `postgres_changes` (protocol.md 4.3). */
export function writeChange(table: DescribedTable, view: RowView, change: VisibleChange): string {
  const head = {
    schema: table.schema,
    table: table.name,
    type: change.type,
    commit_timestamp: change.at,
    columns: columnsOf(table, view).map(({ name, type }) => ({ name, type })),
  };
  const record = change.record === null ? null : shorten(change.record);
  const parts = [
    JSON.stringify(head).slice(0, -1),
    ...(record ? [`"record":${record.text}`] : []),
    ...(change.oldRecord === null ? [] : [`"old_record":${change.oldRecord}`]),
    `"errors":${record?.isShortened ? '["Error 413: Payload Too Large"]' : 'null'}`,
  ];
  return `${parts.join(',')}}`;
}

/** The key of a row before an update that changed it. */
export function writeOldKey(table: DescribedTable, key: readonly string[]): string {
  const pairs = keyColumns(table).flatMap(({ name, isReadable }, n) => (isReadable ? [[name, key[n]]] : []));
  return JSON.stringify(Object.fromEntries(pairs));
}

/** Of a record that is too long only the short values are sent, as by a hosted project. */
function shorten(record: string): { text: string; isShortened: boolean } {
  if (Buffer.byteLength(record) <= MAX_RECORD_BYTES) return { text: record, isShortened: false };
  const values = Object.entries(JSON.parse(record) as Record<string, unknown>);
  const short = values.filter(([, value]) => JSON.stringify(value).length <= SHORT_VALUE_LENGTH);
  return { text: JSON.stringify(Object.fromEntries(short)), isShortened: true };
}
