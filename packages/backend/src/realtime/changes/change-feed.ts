import type { DatabasePool } from '../../database/connect.ts';
import type { Listener } from '../../database/listen.ts';
import { createConcurrencyLimit } from '../../http/concurrency-limit.ts';
import { MAX_WAITING_CHANGES, ROWS_PER_READ } from '../limits.ts';
import type { Announcement } from '../process-message.ts';
import { deliverBatch } from './deliver-batch.ts';
import { FollowedTables, type Subscriber } from './followed-tables.ts';
import { readRows } from './read-rows.ts';
import type { InSlices } from '../slices.ts';

type FeedDeps = {
  database: DatabasePool;
  inSlices: InSlices;
  log: { warn: (fields: object, message: string) => void };
};

const READS_AT_ONCE = 2;
/** How often the publication is read for added tables, where no event trigger reports them. */
const LOOK_EVERY_MS = 30_000;

/** Tells subscribers of the changes of their tables, in the order of the announcements. */
export class ChangeFeed {
  private readonly tables: FollowedTables;
  private readonly limitReads = createConcurrencyLimit({ places: READS_AT_ONCE });
  private readonly timer = setInterval(() => this.followPublication(), LOOK_EVERY_MS).unref();
  private readonly deps: FeedDeps;
  private waiting: Announcement[] = [];
  private waitingRows = 0;
  private isReading = false;

  constructor(deps: FeedDeps, query: Listener['query']) {
    this.deps = deps;
    this.tables = new FollowedTables(deps.database, query);
  }

  /**
   * Resolves when the changes are followed, with whether the subscriber has a table. Throws as `readRows` does, because
   * PostgreSQL checks the filters.
   */
  async subscribe(subscriber: Subscriber): Promise<boolean> {
    const table = await this.tables.add(subscriber);
    const access = subscriber.channel.currentAccess();
    if (table && access) {
      const { conditions, select } = subscriber.view;
      const request = { tableId: table.id, keys: [], filters: [conditions], selects: [select], from: 'table' } as const;
      await readRows(this.deps.database, access.caller, request);
    }
    return table !== null;
  }

  unsubscribe(subscriber: Subscriber): void {
    this.tables.remove(subscriber);
  }

  announce(announcement: Announcement): void {
    const subscribers = this.tables.subscribersOf(announcement.table);
    if (subscribers.length === 0) return;
    if (announcement.keys === null) return this.lose(subscribers);
    this.waiting.push(announcement);
    this.waitingRows += announcement.keys.length;
    if (this.waitingRows > MAX_WAITING_CHANGES) {
      const tables = new Set(this.waiting.map(({ table }) => table));
      this.dropWaiting();
      for (const table of tables) this.lose(this.tables.subscribersOf(table));
    }
    void this.readAll();
  }

  /** To be called when the publication has changed. */
  followPublication(): void {
    this.tables.followPublication().then(
      (failed) => this.lose(failed),
      (error: unknown) => this.deps.log.warn({ err: error }, 'The publication could not be read'),
    );
  }

  /** Forgets all subscribers. To be called when announcements may have been missed. */
  forget(): void {
    this.tables.forget();
    this.dropWaiting();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private dropWaiting(): void {
    this.waiting = [];
    this.waitingRows = 0;
  }

  private lose(subscribers: readonly Subscriber[]): void {
    for (const subscriber of subscribers) {
      this.tables.remove(subscriber);
      subscriber.channel.lose();
    }
  }

  private async readAll(): Promise<void> {
    if (this.isReading) return;
    this.isReading = true;
    const onError = (error: unknown, subscribers: readonly Subscriber[]) => {
      this.deps.log.warn({ err: error }, 'Changes could not be read for subscribers; they join again');
      this.lose(subscribers);
    };
    while (this.waiting.length > 0) {
      const batch = takeBatch(this.waiting);
      this.waitingRows -= batch.keys?.length ?? 0;
      const wants = ({ params }: Subscriber) => params.event === '*' || params.event === batch.type;
      const subscribers = this.tables.subscribersOf(batch.table).filter(wants);
      const { database, inSlices } = this.deps;
      await deliverBatch({ database, inSlices, limitReads: this.limitReads, onError }, batch, subscribers);
    }
    this.isReading = false;
  }
}

/** Takes the first announcement, or ROWS_PER_READ rows of it. */
function takeBatch(waiting: Announcement[]): Announcement {
  const [first] = waiting as [Announcement];
  const rest = first.keys?.slice(ROWS_PER_READ) ?? [];
  if (rest.length > 0) waiting[0] = { ...first, keys: rest };
  else waiting.shift();
  return { ...first, keys: first.keys?.slice(0, ROWS_PER_READ) ?? [] };
}
