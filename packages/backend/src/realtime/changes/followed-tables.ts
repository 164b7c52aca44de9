import { setTimeout as sleep } from 'node:timers/promises';
import { asBackend } from '../../database/as-caller.ts';
import type { DatabasePool } from '../../database/connect.ts';
import type { Listener } from '../../database/listen.ts';
import { oneAtATime } from '../../usage/one-at-a-time.ts';
import type { ChangesParams } from '../join-payload.ts';
import type { Access } from '../access.ts';
import type { RowView } from './table-view.ts';

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

type PublishedTable = { id: number; schema: string; name: string };

/**
 * Lists the tables of the publication, after giving those that were added to it their triggers. Throws
 * DatabaseUnavailable.
 */
async function listPublishedTables(database: DatabasePool): Promise<PublishedTable[]> {
  return asBackend(database, async (query) => {
    await query('select realtime.prepare_tables()');
    const { rows } = await query('select id, schema, name from realtime.published_tables');
    return rows.map((row) => ({ id: Number(row['id']), schema: String(row['schema']), name: String(row['name']) }));
  });
}

/**
 * Holds for each table with subscribers the lock that makes its triggers announce changes (platform/realtime.sql). The
 * lock belongs to the listening connection, so it ends with the process.
 */
type TableLocks = {
  /** Adds a subscriber of the table. */
  hold: (tableId: number) => Hold;
  /** To be called when the listening connection was lost, and its locks with it. */
  forget: () => void;
};

type Hold = {
  /** Resolves when every change that is committed from now on is announced. Rejects when that takes too long. */
  ready: Promise<void>;
  release: () => void;
};

type Lock = { holders: number; isHeld: boolean; settled: Promise<unknown> };

/** The first keys of the locks of tables, as in platform/realtime.sql: of followers, and of writers that found none. */
const FOLLOWED = 727_101_019;
const UNANNOUNCED = 727_101_020;
const UNFOLLOW = `select pg_advisory_unlock_shared(${FOLLOWED}, $1::oid::int)`;
/** While this connection waits for a lock it receives no notifications, so it waits in short parts. */
const WAIT_MS = 200;
const PAUSE_MS = 20;
/** Less than the ten seconds for which a client waits for the answer to a join. */
const GIVE_UP_AFTER_MS = 7000;
const LOCK_NOT_AVAILABLE = '55P03';

/** Creates the locks of a process on its listening connection. */
function createTableLocks(query: Listener['query']): TableLocks {
  let locks = new Map<number, Lock>();

  const take = async (tableId: number): Promise<void> => {
    const end = Date.now() + GIVE_UP_AFTER_MS;
    let isFollowed = false;
    for (;;) {
      try {
        await query(`set lock_timeout = ${WAIT_MS}`);
        if (!isFollowed) await query(`select pg_advisory_lock_shared(${FOLLOWED}, $1::oid::int)`, [tableId]);
        isFollowed = true;
        // Waits for writers that found nobody subscribed.
        await query(`select pg_advisory_lock(${UNANNOUNCED}, $1::oid::int)`, [tableId]);
        await query(`select pg_advisory_unlock(${UNANNOUNCED}, $1::oid::int)`, [tableId]);
        return;
      } catch (error) {
        const isBusy = (error as { code?: string }).code === LOCK_NOT_AVAILABLE;
        if (isBusy && Date.now() < end) await sleep(PAUSE_MS);
        else {
          if (isFollowed) await query(UNFOLLOW, [tableId]).catch(() => {});
          throw error;
        }
      }
    }
  };
  const settle = async (tableId: number, lock: Lock): Promise<void> => {
    if (lock.holders > 0 && !lock.isHeld) {
      await take(tableId);
      lock.isHeld = true;
    }
    if (lock.holders > 0) return;
    if (locks.get(tableId) === lock) locks.delete(tableId);
    if (lock.isHeld) await query(UNFOLLOW, [tableId]);
    lock.isHeld = false;
  };
  /** The steps of one lock run one after another. */
  const settleAfter = (tableId: number, lock: Lock): Promise<void> => {
    const settled = lock.settled.then(() => settle(tableId, lock));
    lock.settled = settled.catch(() => {});
    return settled;
  };

  return {
    hold: (tableId) => {
      const lock = locks.get(tableId) ?? { holders: 0, isHeld: false, settled: Promise.resolve() };
      locks.set(tableId, lock);
      lock.holders += 1;
      return {
        ready: settleAfter(tableId, lock),
        release: () => {
          lock.holders -= 1;
          void settleAfter(tableId, lock).catch(() => {});
        },
      };
    },
    forget: () => {
      locks = new Map();
    },
  };
}

/** One entry of `postgres_changes` of a channel. */
export type Subscriber = {
  id: number;
  params: ChangesParams;
  view: RowView;
  channel: SubscribedChannel;
};

export type SubscribedChannel = {
  /** Who is subscribed now; null when the channel has ended. */
  currentAccess: () => Access | null;
  /** Sends `data` of a change to the subscriptions with these ids. */
  deliverChange: (ids: readonly number[], data: string) => void;
  /** Tells the client that changes may be missing, so that it joins again. */
  lose: () => void;
};
