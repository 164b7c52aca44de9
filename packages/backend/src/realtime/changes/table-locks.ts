import { setTimeout as sleep } from 'node:timers/promises';
import type { Listener } from '../../database/listen.ts';

/**
 * Holds for each table with subscribers the lock that makes its triggers announce changes (platform/realtime.sql). The
 * lock belongs to the listening connection, so it ends with the process.
 */
export type TableLocks = {
  /** Adds a subscriber of the table. */
  hold: (tableId: number) => Hold;
  /** To be called when the listening connection was lost, and its locks with it. */
  forget: () => void;
};

export type Hold = {
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
export function createTableLocks(query: Listener['query']): TableLocks {
  let locks = new Map<number, Lock>();

  const take = async (tableId: number): Promise<void> => {
    const end = Date.now() + GIVE_UP_AFTER_MS;
    let isFollowed = false;
    for (;;) {
      try {
        await query(`set lock_timeout = ${WAIT_MS}`);
        if (!isFollowed) await query(`select pg_advisory_lock_shared(${FOLLOWED}, $1::oid::int)`, [tableId]);
        isFollowed = true;
        // Waits for writers that found no subscriber.
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
