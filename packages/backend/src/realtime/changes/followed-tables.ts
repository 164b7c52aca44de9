import type { DatabasePool } from '../../database/connect.ts';
import { type Listener, oneAtATime } from '../../database/listen.ts';
import type { ChangesParams } from '../join-payload.ts';
import { type PublishedTable, listPublishedTables } from './published-tables.ts';
import type { Subscriber } from './subscriber.ts';
import { type Hold, type TableLocks, createTableLocks } from './table-locks.ts';

type Followed = { hold: Hold; subscribers: Set<Subscriber> };

/** The subscribers of one process, and the published tables that they follow. */
export class FollowedTables {
  private readonly subscribers = new Set<Subscriber>();
  private readonly followed = new Map<number, Followed>();
  private readonly locks: TableLocks;
  private readonly listTables: () => Promise<void>;
  private published: PublishedTable[] = [];

  constructor(database: DatabasePool, query: Listener['query']) {
    this.locks = createTableLocks(query);
    this.listTables = oneAtATime(async () => {
      this.published = await listPublishedTables(database);
    });
  }

  /**
   * Adds a subscriber. Resolves when its tables are followed, with the first of them; null when there is none. Throws
   * DatabaseUnavailable, and the errors of PostgreSQL.
   */
  async add(subscriber: Subscriber): Promise<PublishedTable | null> {
    this.subscribers.add(subscriber);
    await this.listTables();
    // The channel may have ended meanwhile.
    if (this.subscribers.has(subscriber)) await this.follow(subscriber);
    return this.published.find((table) => matches(subscriber.params, table)) ?? null;
  }

  remove(subscriber: Subscriber): void {
    this.subscribers.delete(subscriber);
    for (const [id, one] of this.followed) {
      if (!one.subscribers.delete(subscriber) || one.subscribers.size > 0) continue;
      one.hold.release();
      this.followed.delete(id);
    }
  }

  /** The subscribers of a table; none when it is not followed. */
  subscribersOf(tableId: number): Subscriber[] {
    return [...(this.followed.get(tableId)?.subscribers ?? [])];
  }

  /** Follows the tables that were published since. Returns the subscribers for which that failed. */
  async followPublication(): Promise<Subscriber[]> {
    const failed: Subscriber[] = [];
    if (this.subscribers.size === 0) return failed;
    await this.listTables();
    for (const subscriber of this.subscribers) await this.follow(subscriber).catch(() => failed.push(subscriber));
    return failed;
  }

  /** Forgets all subscribers, after the listening connection was lost. */
  forget(): void {
    this.locks.forget();
    this.subscribers.clear();
    this.followed.clear();
  }

  private async follow(subscriber: Subscriber): Promise<void> {
    const tables = this.published.filter((table) => matches(subscriber.params, table));
    const holds = tables.map(({ id }) => {
      const one = this.followed.get(id) ?? { hold: this.locks.hold(id), subscribers: new Set() };
      this.followed.set(id, one);
      one.subscribers.add(subscriber);
      return one.hold.ready;
    });
    await Promise.all(holds);
  }
}

function matches({ schema = '*', table = '*' }: ChangesParams, { schema: inSchema, name }: PublishedTable): boolean {
  return (schema === '*' || schema === inSchema) && (table === '*' || table === name);
}
