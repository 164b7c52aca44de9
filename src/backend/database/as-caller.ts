import type pg from 'pg';
import type { Caller } from './caller.ts';
import type { Database, RunQuery } from './connect.ts';
import { CONNECTIONS, MAX_WAITING, connectionWaitMs } from './shares.ts';
import { DatabaseUnavailable, isConnectionLost } from './unavailable.ts';

export type RequestContext = {
  readOnly?: boolean;
  method?: string;
  path?: string;
  headers?: Record<string, string>;
};

/** How long one statement may run; an anonymous caller's from outside, shorter. */
const STATEMENT_TIMEOUT_MS = 8_000;
const ANONYMOUS_STATEMENT_TIMEOUT_MS = 2_000;
/** How long a statement waits for a lock that another transaction holds. */
const LOCK_TIMEOUT_MS = 5_000;
/** A second net, should this process forget a transaction: PostgreSQL ends the connection. */
const IDLE_IN_TRANSACTION_MS = 10_000;
/** The same for a whole transaction; PostgreSQL 17 and later. */
const TRANSACTION_TIMEOUT_MS = 30_000;

/**
 * The only way to query for a caller: one transaction that takes on the caller's role and claims and lets row-level
 * security decide (protocol.md 2.3). Commits what `work` did; rolls everything back when it throws, and rethrows.
 * Throws DatabaseUnavailable when there is no connection, or the connection is lost.
 */
export async function asCaller<T>(
  database: Database,
  caller: Caller,
  request: RequestContext,
  work: (query: RunQuery) => Promise<T>,
): Promise<T> {
  const isAnonymousFromOutside = caller.role === 'anon' && database.shareName !== 'site';
  const begin = request.readOnly ? 'begin read only' : 'begin';
  const settings = [
    String(isAnonymousFromOutside ? ANONYMOUS_STATEMENT_TIMEOUT_MS : STATEMENT_TIMEOUT_MS),
    caller.role,
    JSON.stringify(caller.claims),
    request.method ?? '',
    request.path ?? '',
    JSON.stringify(request.headers ?? {}),
  ];
  return inTransaction(database, begin, SET_CALLER, settings, work);
}

const SET_LIMITS = `
  set_config('search_path', 'public, extensions', true),
  set_config('timezone', 'UTC', true),
  set_config('statement_timeout', $1, true),
  set_config('lock_timeout', '${LOCK_TIMEOUT_MS}', true),
  set_config('idle_in_transaction_session_timeout', '${IDLE_IN_TRANSACTION_MS}', true),
  case when current_setting('server_version_num')::int >= 170000
    then set_config('transaction_timeout', '${TRANSACTION_TIMEOUT_MS}', true) end`;

const SET_CALLER = `select ${SET_LIMITS},
  set_config('role', $2, true),
  set_config('request.jwt.claims', $3, true),
  set_config('request.method', $4, true),
  set_config('request.path', $5, true),
  set_config('request.headers', $6, true)`;

/**
 * ELEVATED: queries as the backend itself, past row-level security, for the accounts (`auth`) and the outbox (`mail`).
 * Every use is a line to look at in review. Commits, rolls back and throws like `asCaller`.
 */
export async function asBackend<T>(database: Database, work: (query: RunQuery) => Promise<T>): Promise<T> {
  return inTransaction(database, 'begin', SET_BACKEND, [String(STATEMENT_TIMEOUT_MS)], work);
}

const SET_BACKEND = `select ${SET_LIMITS}, set_config('role', 'backend', true)`;

async function inTransaction<T>(
  database: Database,
  begin: string,
  prepare: string,
  settings: readonly unknown[],
  work: (query: RunQuery) => Promise<T>,
): Promise<T> {
  const client = await checkOut(database);
  const query = runQueryOn(client);
  try {
    await query(begin);
    await query(prepare, settings);
    const result = await work(query);
    await commit(client);
    client.release();
    return result;
  } catch (error) {
    await rollBack(client, error);
    if (error instanceof DatabaseUnavailable) database.report(error);
    throw error;
  }
}

async function checkOut(database: Database): Promise<pg.PoolClient> {
  try {
    return await (isFull(database) ? waitForConnection(database) : database.pool.connect());
  } catch (cause) {
    const failure =
      cause instanceof DatabaseUnavailable
        ? cause
        : new DatabaseUnavailable('unreachable', 'No connection could be opened', cause);
    database.report(failure);
    throw failure;
  }
}

function isFull({ pool, shareName }: Database): boolean {
  const unopened = CONNECTIONS[shareName] - pool.totalCount;
  return pool.idleCount + unopened <= pool.waitingCount;
}

/** pg-pool's own limit also counts for opening a connection, which may take longer. */
async function waitForConnection({ pool, shareName }: Database): Promise<pg.PoolClient> {
  const allInUse = new DatabaseUnavailable('busy', `All connections of the share "${shareName}" are in use`);
  if (pool.waitingCount >= MAX_WAITING) throw allInUse;
  const waiting = pool.connect();
  const { promise: tooLong, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(allInUse);
    // The pool still owes this request a connection; it goes to the next one.
    waiting.then(
      (client) => client.release(),
      () => {},
    );
  }, connectionWaitMs(shareName));
  return Promise.race([waiting, tooLong]).finally(() => clearTimeout(timer));
}

/** PostgreSQL answers COMMIT with ROLLBACK, and no error, when a statement before it failed. */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit').catch((cause: unknown) => {
    throw isConnectionLost(cause)
      ? new DatabaseUnavailable('commit-lost', 'The connection was lost during COMMIT', cause)
      : cause;
  });
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a statement in it had failed.');
}

/** A connection that cannot roll back is thrown away: its role and claims must never reach the next caller. */
async function rollBack(client: pg.PoolClient, reason: unknown): Promise<void> {
  if (reason instanceof DatabaseUnavailable) return client.release(reason);
  try {
    await client.query('rollback');
    client.release();
  } catch (error) {
    client.release(error instanceof Error ? error : true);
  }
}

function runQueryOn(client: pg.PoolClient): RunQuery {
  return async (text, values = []) => {
    try {
      const { rows, rowCount } = await client.query(text, [...values]);
      return { rows: rows as Record<string, unknown>[], rowCount: rowCount ?? 0 };
    } catch (cause) {
      throw isConnectionLost(cause) ? new DatabaseUnavailable('lost', 'A connection was lost', cause) : cause;
    }
  };
}
