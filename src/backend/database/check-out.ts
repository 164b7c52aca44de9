import type pg from 'pg';
import type { DatabasePool } from './connect.ts';
import { MAX_WAITING, connectionWaitMs } from './pools.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/**
 * A connection of the pool, to be released by the caller. Throws DatabaseUnavailable, which is reported, when none is
 * free in time or can be opened, and when PostgreSQL does not respond.
 */
export async function checkOut(database: DatabasePool): Promise<pg.PoolClient> {
  const connect = () => (isFull(database) ? waitForConnection(database) : database.pool.connect());
  try {
    return await database.responses.during(connect, (client) => client.release());
  } catch (cause) {
    const error =
      cause instanceof DatabaseUnavailable
        ? cause
        : new DatabaseUnavailable('unreachable', 'No connection could be opened', cause);
    database.report(error);
    throw error;
  }
}

function isFull({ pool }: DatabasePool): boolean {
  const unopened = pool.options.max - pool.totalCount;
  return pool.idleCount + unopened <= pool.waitingCount;
}

/** pg-pool's own time limit also covers opening a connection, which may take longer than the wait for a free one. */
async function waitForConnection({ pool, poolName }: DatabasePool): Promise<pg.PoolClient> {
  const allInUse = () => new DatabaseUnavailable('busy', `All connections of the pool "${poolName}" are in use`);
  if (pool.waitingCount >= MAX_WAITING) throw allInUse();
  const waiting = pool.connect();
  const { promise: tooLong, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(allInUse());
    // pg-pool cannot cancel `connect`: release its connection when it comes.
    waiting.then(
      (client) => client.release(),
      () => {},
    );
  }, connectionWaitMs(poolName));
  return Promise.race([waiting, tooLong]).finally(() => clearTimeout(timer));
}
