import type { DatabasePool } from '../../database/connect.ts';
import type { ConcurrencyLimit } from '../../http/concurrency-limit.ts';
import { asCurrentCaller } from '../../usage/request-context.ts';
import type { Access } from '../access.ts';
import { FILTERS_PER_READ, MAX_RECORD_BYTES, SHORT_VALUE_LENGTH } from '../limits.ts';
import type { InSlices } from '../slices.ts';
import type { Announcement } from '../process-message.ts';
import { type ReadRow, type ReadRows, readRows } from './read-rows.ts';
import type { Subscriber } from './followed-tables.ts';
import { type DescribedTable, type RowView, type TableColumn, columnsOf, keyColumns } from './table-view.ts';

type DeliveryDeps = {
  database: DatabasePool;
  limitReads: ConcurrencyLimit;
  inSlices: InSlices;
  /** Called for the subscribers whose rows could not be read. */
  onError: (error: unknown, subscribers: readonly Subscriber[]) => void;
};

/** The subscribers of one caller with the same filter. */
type Filtered = readonly Subscriber[];
/** A change for subscriptions of one channel with the same message; `others` are those that do not get the row. */
type Delivery = { row: number; data: string; subscribers: readonly Subscriber[]; others: readonly Subscriber[] };

/**
 * Reads the rows of a batch once for each caller among the subscribers and sends them; again those rows whose subscriber
 * has got another caller meanwhile. Never rejects.
 */
export async function deliverBatch(
  deps: DeliveryDeps,
  batch: Announcement,
  subscribers: readonly Subscriber[],
): Promise<void> {
  const byCaller = Map.groupBy(subscribers, ({ channel }) => channel.currentAccess()?.key ?? '');
  await Promise.all(
    [...byCaller.values()].map(async (group) => {
      const filtered = [...Map.groupBy(group, ({ view }) => JSON.stringify(view.conditions)).values()];
      for (let at = 0; at < filtered.length; at += FILTERS_PER_READ) {
        await deliverTo(deps, batch, filtered.slice(at, at + FILTERS_PER_READ));
      }
    }),
  );
}

async function deliverTo(deps: DeliveryDeps, batch: Announcement, filtered: readonly Filtered[]): Promise<void> {
  const access = filtered[0]?.[0]?.channel.currentAccess();
  if (!access) return;
  const read = await readFor(deps, access, batch, filtered);
  if (!read) return;
  const missed = new Map<number, Subscriber[]>();
  const isCurrent = ({ channel }: Pick<Subscriber, 'channel'>) => channel.currentAccess()?.key === access.key;
  const miss = (row: number, others: readonly Subscriber[]) => {
    if (others.length > 0) missed.set(row, [...(missed.get(row) ?? []), ...others]);
  };
  await deps.inSlices(deliveriesOf(batch, read, filtered), ({ row, data, subscribers, others }) => {
    miss(
      row,
      others.filter((one) => !isCurrent(one)),
    );
    const [first] = subscribers;
    if (!first) return;
    if (!isCurrent(first)) return miss(row, subscribers);
    first.channel.deliverChange(
      subscribers.map(({ id }) => id),
      data,
    );
  });
  for (const [row, others] of missed) {
    await deliverBatch(deps, { ...batch, keys: batch.keys?.slice(row, row + 1) ?? [] }, others);
  }
}

async function readFor(
  { database, limitReads, onError }: DeliveryDeps,
  { caller, account }: Access,
  batch: Announcement,
  filtered: readonly Filtered[],
): Promise<ReadRows | null> {
  const subscribers = filtered.flat();
  const request = {
    tableId: batch.table,
    keys: batch.keys ?? [],
    filters: filtered.map(([first]) => first?.view.conditions ?? []),
    selects: [...Map.groupBy(subscribers, selectKey).values()].map(([first]) => first?.view.select ?? null),
    from: batch.type === 'DELETE' ? 'keys' : 'table',
  } as const;
  try {
    return await limitReads('', () => asCurrentCaller(account ?? '', () => readRows(database, caller, request)));
  } catch (error) {
    onError(error, subscribers);
    return null;
  }
}

/** The messages to the channels, row by row, each made on demand. */
function* deliveriesOf(
  batch: Announcement,
  { table, rows }: ReadRows,
  filtered: readonly Filtered[],
): Generator<Delivery> {
  for (const [n, row] of rows.entries()) {
    const isTold = (_: unknown, filter: number) => row?.matches[filter] === true;
    yield { row: n, data: '', subscribers: [], others: filtered.filter((one, filter) => !isTold(one, filter)).flat() };
    if (!row) continue;
    for (const alike of Map.groupBy(filtered.filter(isTold).flat(), selectKey).values()) {
      const data = writeChange(table, alike[0]?.view.select ?? null, batch, row);
      for (const subscribers of Map.groupBy(alike, ({ channel }) => channel).values()) {
        yield { row: n, data, subscribers, others: [] };
      }
    }
  }
}

function selectKey({ view }: Subscriber): string {
  return JSON.stringify(view.select);
}

type Written = { text: string; isShortened: boolean };

/** Writes `data` of the event `postgres_changes` for subscriptions that select these columns (protocol.md 4.3). */
function writeChange(
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

/** Of a record that is too long only the short values are sent, as by a hosted project. */
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
