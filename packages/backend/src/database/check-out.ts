import type pg from 'pg';
import { NoPlace } from '../usage/fair-queue.ts';
import { currentCaller } from '../usage/request-context.ts';
import type { DatabasePool } from './connect.ts';
import { connectionWaitMs } from './pools.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** A connection in use. `release` returns it to the pool, with an error or `true` to close it. */
export type CheckedOut = { client: pg.PoolClient; release: (error?: Error | boolean) => void };

/**
 * A connection of the pool. Callers whose requests wait for one get it in turn, and one caller never has all of them.
 * Throws DatabaseUnavailable, which is reported, when none is free in time or can be opened, and when PostgreSQL does not
 * respond.
 */
export async function checkOut(database: DatabasePool): Promise<CheckedOut> {
  const { pool, poolName, turns, responses } = database;
  const caller = currentCaller();
  const leave = (): void => turns.leave(caller);
  const takeTurn = async (): Promise<void> => {
    const turn = turns.enter(caller, connectionWaitMs(poolName));
    if (turn) await turn;
  };
  try {
    await responses.during(takeTurn, leave);
    const client = await responses
      .during(
        () => pool.connect(),
        (late) => late.release(),
      )
      .catch((error: unknown) => {
        leave();
        throw error;
      });
    return {
      client,
      release: (error) => {
        client.release(error);
        leave();
      },
    };
  } catch (cause) {
    const error = toUnavailable(cause, poolName);
    database.report(error);
    throw error;
  }
}

function toUnavailable(cause: unknown, poolName: string): DatabaseUnavailable {
  if (cause instanceof DatabaseUnavailable) return cause;
  if (!(cause instanceof NoPlace))
    return new DatabaseUnavailable('unreachable', 'No connection could be opened', cause);
  return new DatabaseUnavailable('busy', `All connections of the pool "${poolName}" are in use`);
}
