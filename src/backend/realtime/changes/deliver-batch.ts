import type { DatabasePool } from '../../database/connect.ts';
import type { ConcurrencyLimit } from '../../http/concurrency-limit.ts';
import type { Access } from '../access.ts';
import type { Announcement } from './announcement.ts';
import { type ReadRows, readRows } from './read-rows.ts';
import type { Subscriber } from './subscriber.ts';
import { type VisibleChange, writeChange, writeOldKey } from './write-change.ts';

/** Views in one statement. */
const VIEWS_PER_READ = 40;

export type DeliveryDeps = {
  database: DatabasePool;
  limitReads: ConcurrencyLimit;
  /** Called for the subscribers whose rows could not be read. */
  onError: (error: unknown, subscribers: readonly Subscriber[]) => void;
};

/**
 * Reads the rows of a batch once for each caller among the subscribers and sends them; again for those whose caller has
 * changed meanwhile. Never rejects.
 */
export async function deliverBatch(
  deps: DeliveryDeps,
  batch: Announcement,
  subscribers: readonly Subscriber[],
): Promise<void> {
  const changed: Subscriber[] = [];
  const deliverTo = async ([key, group]: [string, readonly Subscriber[]]): Promise<void> => {
    const access = group[0]?.access();
    if (!access) return;
    const send = await deps
      .limitReads('', () => readFor(deps.database, access, batch, group))
      .catch((error: unknown) => {
        deps.onError(error, group);
        return null;
      });
    for (const subscriber of send ? group : []) {
      if (subscriber.access()?.key === key) send?.(subscriber);
      else changed.push(subscriber);
    }
  };
  await Promise.all([...groupBy(subscribers, ({ access }) => access()?.key ?? '')].map(deliverTo));
  if (changed.length > 0) await deliverBatch(deps, batch, changed);
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
