import type { DatabasePool } from '../../database/connect.ts';
import { type Listener, oneAtATime } from '../../database/listen.ts';
import { createConcurrencyLimit } from '../../http/concurrency-limit.ts';
import type { Access } from '../access.ts';
import type { ChangesParams } from '../join-payload.ts';
import { MAX_WAITING_CHANGES, ROWS_PER_READ } from '../limits.ts';
import type { Announcement } from './announcement.ts';
import { type PublishedTable, listPublishedTables } from './published-tables.ts';
import { type ReadRows, readRows } from './read-rows.ts';
import { type Hold, createTableLocks } from './table-locks.ts';
import type { RowView } from './table-view.ts';
import { type VisibleChange, writeChange, writeOldKey } from './write-change.ts';

/** One entry of `postgres_changes` of a channel. */
export type Subscriber = {
  id: number;
  params: ChangesParams;
  view: RowView;
  /** Who is subscribed now; null when the channel has ended. */
  access: () => Access | null;
  /** Sends `data` of a change. */
  deliver: (data: string) => void;
  /** Tells the client that changes may be missing, so that it joins again. */
  lose: () => void;
};

export type ChangeFeed = {
  /** Resolves with whether there is such a table, when its changes are followed. Throws as `readRows` does. */
  subscribe: (subscriber: Subscriber) => Promise<boolean>;
  unsubscribe: (subscriber: Subscriber) => void;
  announce: (announcement: Announcement) => void;
  /** To be called when the publication has changed. */
  followPublication: () => void;
  /** Forgets all subscribers. To be called when announcements may have been missed. */
  forget: () => void;
  stop: () => void;
};

type Followed = { hold: Hold; subscribers: Set<Subscriber> };

const READS_AT_ONCE = 2;
/** Views in one statement. */
const VIEWS_PER_READ = 40;
/** How often tables are looked for that were added to the publication where no event trigger says so. */
const LOOK_EVERY_MS = 30_000;

/** Follows the changes of the tables that somebody is subscribed to. */
export function createChangeFeed(
  { database, log }: { database: DatabasePool; log: { warn: (fields: object, message: string) => void } },
  query: Listener['query'],
): ChangeFeed {
  const locks = createTableLocks(query);
  const subscribers = new Set<Subscriber>();
  const followed = new Map<number, Followed>();
  let published: PublishedTable[] = [];
  let waiting: Announcement[] = [];
  let waitingRows = 0;
  let isReading = false;
  const limitReads = createConcurrencyLimit({ atOnce: READS_AT_ONCE });

  const listTables = oneAtATime(async () => {
    published = await listPublishedTables(database);
  });

  const follow = async (subscriber: Subscriber): Promise<boolean> => {
    const tables = published.filter((table) => matches(subscriber.params, table));
    const holds = tables.map(({ id }) => {
      const one = followed.get(id) ?? { hold: locks.hold(id), subscribers: new Set() };
      followed.set(id, one);
      one.subscribers.add(subscriber);
      return one.hold.ready;
    });
    await Promise.all(holds);
    return tables.length > 0;
  };

  const unsubscribe = (subscriber: Subscriber): void => {
    subscribers.delete(subscriber);
    for (const [id, one] of followed) {
      if (!one.subscribers.delete(subscriber) || one.subscribers.size > 0) continue;
      one.hold.release();
      followed.delete(id);
    }
  };

  const lose = (lost: Iterable<Subscriber>): void => {
    for (const subscriber of lost) {
      unsubscribe(subscriber);
      subscriber.lose();
    }
  };

  const followPublication = async (): Promise<void> => {
    if (subscribers.size === 0) return;
    await listTables();
    for (const subscriber of subscribers) await follow(subscriber).catch(() => lose([subscriber]));
  };
  const lookForTables = (): void => {
    followPublication().catch((error: unknown) => log.warn({ err: error }, 'The publication could not be read'));
  };
  const timer = setInterval(lookForTables, LOOK_EVERY_MS).unref();

  /** Reads the rows for each caller once and sends them; again for callers that have changed meanwhile. */
  const deliver = async (batch: Announcement, to: readonly Subscriber[]): Promise<void> => {
    const changed: Subscriber[] = [];
    const groups = [...groupBy(to, ({ access }) => access()?.key ?? '')];
    await Promise.all(
      groups.map(async ([key, group]) => {
        const access = group[0]?.access();
        if (!access) return;
        const rows = await limitReads('', () => readFor(database, access, batch, group)).catch((error: unknown) => {
          log.warn({ err: error }, 'Changes could not be read for subscribers; they join again');
          lose(group);
          return null;
        });
        for (const subscriber of rows ? group : []) {
          if (subscriber.access()?.key === key) rows?.(subscriber);
          else changed.push(subscriber);
        }
      }),
    );
    if (changed.length > 0) await deliver(batch, changed);
  };

  const readAll = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    while (waiting.length > 0) {
      const batch = takeBatch(waiting);
      waitingRows -= batch.keys?.length ?? 0;
      const wants = ({ params }: Subscriber) => params.event === '*' || params.event === batch.type;
      await deliver(batch, [...(followed.get(batch.table)?.subscribers ?? [])].filter(wants));
    }
    isReading = false;
  };

  return {
    subscribe: async (subscriber) => {
      subscribers.add(subscriber);
      await listTables();
      // The channel may have ended meanwhile.
      if (!subscribers.has(subscriber)) return true;
      const isFound = await follow(subscriber);
      const first = published.find((table) => matches(subscriber.params, table));
      const access = subscriber.access();
      // Filters are checked where PostgreSQL reads them.
      if (first && access) {
        await readRows(database, access.caller, {
          tableId: first.id,
          keys: [],
          views: [subscriber.view],
          from: 'table',
        });
      }
      return isFound;
    },
    unsubscribe,
    announce: (announcement) => {
      const one = followed.get(announcement.table);
      if (!one) return;
      if (announcement.keys === null) return lose([...one.subscribers]);
      waiting.push(announcement);
      waitingRows += announcement.keys.length;
      if (waitingRows > MAX_WAITING_CHANGES) {
        const tables = new Set(waiting.map(({ table }) => table));
        waiting = [];
        waitingRows = 0;
        for (const table of tables) lose([...(followed.get(table)?.subscribers ?? [])]);
      }
      void readAll();
    },
    followPublication: lookForTables,
    forget: () => {
      locks.forget();
      subscribers.clear();
      followed.clear();
      waiting = [];
      waitingRows = 0;
    },
    stop: () => clearInterval(timer),
  };
}

function matches({ schema = '*', table = '*' }: ChangesParams, { schema: inSchema, name }: PublishedTable): boolean {
  return (schema === '*' || schema === inSchema) && (table === '*' || table === name);
}

/** Takes the first announcements, as long as they are of one table and kind, up to ROWS_PER_READ rows. */
function takeBatch(waiting: Announcement[]): Announcement {
  const [first] = waiting as [Announcement];
  const rest = first.keys?.slice(ROWS_PER_READ) ?? [];
  if (rest.length > 0) waiting[0] = { ...first, keys: rest };
  else waiting.shift();
  return { ...first, keys: first.keys?.slice(0, ROWS_PER_READ) ?? [] };
}

/** Reads the rows of a batch as one caller; returns what sends them to one of these subscribers, in order. */
async function readFor(
  database: DatabasePool,
  { caller }: Access,
  batch: Announcement,
  group: readonly Subscriber[],
): Promise<((subscriber: Subscriber) => void) | null> {
  const views = [...new Map(group.map(({ view }) => [JSON.stringify(view), view])).values()];
  const from = batch.type === 'DELETE' ? 'keys' : 'table';
  const found = new Map<string, { rows: ReadRows; view: number }>();
  for (let at = 0; at < views.length; at += VIEWS_PER_READ) {
    const part = views.slice(at, at + VIEWS_PER_READ);
    const rows = await readRows(database, caller, { tableId: batch.table, keys: batch.keys ?? [], views: part, from });
    if (!rows) return null;
    part.forEach((view, n) => found.set(JSON.stringify(view), { rows, view: n }));
  }
  return (subscriber) => {
    const { rows, view } = found.get(JSON.stringify(subscriber.view))!;
    batch.keys?.forEach((_, n) => {
      const change = toChange(batch, rows, n, rows.records[n]?.[view] ?? null);
      if (change) subscriber.deliver(writeChange(rows.table, subscriber.view, change));
    });
  };
}

function toChange(batch: Announcement, rows: ReadRows, n: number, record: string | null): VisibleChange | null {
  if (record === null) return null;
  const { type, at, old } = batch;
  if (type === 'DELETE') return { type, at, record: null, oldRecord: record };
  if (type === 'INSERT') return { type, at, record, oldRecord: null };
  return { type, at, record, oldRecord: old ? writeOldKey(rows.table, old) : (rows.keys[n] ?? '{}') };
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
