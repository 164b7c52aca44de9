import type pg from 'pg';
import { NoPlace } from '../../usage/fair-queue.ts';
import { currentCaller } from '../../usage/request-context.ts';
import type { DatabasePool, QueryResult, RunQuery } from '../connect.ts';
import { connectionWaitMs } from '../pools.ts';
import { DatabaseUnavailable, isConnectionLost } from '../unavailable.ts';
import type { ResponseWatch } from './response-watch.ts';
import { sendBatch, type BatchStatement } from './statement-batch.ts';

/**
 * Runs statements that need no `begin` as one transaction, in one round trip, and returns the result of the last. Throws
 * DatabaseUnavailable, and the errors of the database.
 */
export async function inOneRoundTrip(
  database: DatabasePool,
  statements: readonly BatchStatement[],
): Promise<QueryResult> {
  const { client, release } = await checkOut(database);
  try {
    const result = await database.responses.during(() => sendBatch(client, statements));
    release();
    return result;
  } catch (cause) {
    const error = withoutConnection(cause);
    // After an error of its own the server ends the transaction; after any other its state is uncertain.
    release(error instanceof Error && !('severity' in error) ? error : undefined);
    if (error instanceof DatabaseUnavailable) database.report(error);
    throw error;
  }
}

/**
 * Runs `work` in one transaction, which begins with the statements of `opening`; they are sent with the first statement
 * of `work`. Commits when `work` resolves; rolls back when it throws, and rethrows its error.
 */
export async function inTransaction<T>(
  database: DatabasePool,
  opening: readonly BatchStatement[],
  work: (query: RunQuery) => Promise<T>,
): Promise<T> {
  const connection = await checkOut(database);
  const { client, release } = connection;
  const transaction = openWithFirst(client, opening, database.responses);
  try {
    const result = await work(transaction.query);
    transaction.requireConnection();
    if (transaction.first()) await commit(client, transaction.first());
    release();
    return result;
  } catch (error) {
    await rollBack(connection, transaction.lost() ?? error, database.responses);
    if (error instanceof DatabaseUnavailable) database.report(error);
    throw error;
  }
}

function openWithFirst(client: pg.PoolClient, opening: readonly BatchStatement[], responses: ResponseWatch) {
  let first: Promise<QueryResult> | null = null;
  let lost: DatabaseUnavailable | null = null;
  const run = async (text: string, values: readonly unknown[]): Promise<QueryResult> => {
    if (first === null) return (first = sendBatch(client, [...opening, { text, values, preparedFor: null }]));
    // Outside of the transaction nothing may run: after a failed opening every statement throws its error.
    await first;
    const { rows, rowCount } = await client.query(text, [...values]);
    return { rows: rows as Record<string, unknown>[], rowCount: rowCount ?? 0 };
  };
  /** An error of the connection ends the transaction, also where `work` goes on after it. */
  const query: RunQuery = (text, values = []) =>
    responses
      .during(() => run(text, values))
      .catch((cause: unknown) => {
        const error = withoutConnection(cause);
        if (error instanceof DatabaseUnavailable) lost = error;
        throw error;
      });
  const requireConnection = (): void => {
    if (lost) throw lost;
  };
  return { query, first: () => first, lost: () => lost, requireConnection };
}

function withoutConnection(cause: unknown): unknown {
  return isConnectionLost(cause) ? new DatabaseUnavailable('lost', 'A connection was lost', cause) : cause;
}

/** After a failed statement PostgreSQL answers COMMIT with the command tag ROLLBACK and no error. */
async function commit(client: pg.PoolClient, first: Promise<unknown> | null): Promise<void> {
  await first;
  const { command } = await client.query('commit').catch((cause: unknown) => {
    throw isConnectionLost(cause)
      ? new DatabaseUnavailable('commit-lost', 'The connection was lost during COMMIT', cause)
      : cause;
  });
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a statement in it had failed.');
}

/** Closes a connection that cannot roll back: the next caller must not get its role and claims. */
async function rollBack({ client, release }: CheckedOut, reason: unknown, responses: ResponseWatch): Promise<void> {
  if (reason instanceof DatabaseUnavailable) return release(reason);
  try {
    await responses.during(() => client.query('rollback'));
    release();
  } catch (error) {
    release(error instanceof Error ? error : true);
  }
}

/** A connection in use. `release` returns it to the pool, with an error or `true` to close it. */
type CheckedOut = { client: pg.PoolClient; release: (error?: Error | boolean) => void };

/**
 * A connection of the pool. Callers whose requests wait for one get it in turn, and one caller never has all of them.
 * Throws DatabaseUnavailable, which is reported, when none is free in time or can be opened, and when PostgreSQL does not
 * respond.
 */
async function checkOut(database: DatabasePool): Promise<CheckedOut> {
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
