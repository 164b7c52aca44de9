import type pg from 'pg';
import type { Caller } from './caller.ts';
import type { DatabasePool, RunQuery } from './connect.ts';
import { MAX_WAITING, connectionWaitMs } from './pools.ts';
import { DatabaseUnavailable, isConnectionLost } from './unavailable.ts';

export type RequestContext = {
  readOnly?: boolean;
  method?: string;
  path?: string;
  headers?: Record<string, string>;
};

/** How long one statement may run; shorter for anonymous requests from outside. */
const STATEMENT_TIMEOUT_MS = 8_000;
const ANONYMOUS_STATEMENT_TIMEOUT_MS = 2_000;
/** How long a statement waits for a lock that another transaction holds. */
const LOCK_TIMEOUT_MS = 5_000;
/** PostgreSQL ends a connection whose transaction this process has left open. */
const IDLE_IN_TRANSACTION_MS = 10_000;
/** How long a transaction may last (PostgreSQL 17 and later). */
const TRANSACTION_TIMEOUT_MS = 30_000;

/**
 * Runs `work` in one transaction with the caller's role and claims, so that row-level security applies (protocol.md 2.3).
 * Commits when `work` resolves; rolls back when it throws, and rethrows its error.
 * Throws DatabaseUnavailable when no connection is free or can be opened, or when the connection is lost.
 */
export async function asCaller<T>(
  database: DatabasePool,
  caller: Caller,
  request: RequestContext,
  work: (query: RunQuery) => Promise<T>,
): Promise<T> {
  const isAnonymousFromOutside = caller.role === 'anon' && database.poolName !== 'site';
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
 * ELEVATED: runs `work` as `service_role`, which bypasses row-level security, whoever sent the request. A caller whose
 * token has that role goes through `asCaller`. scripts/imports/table.ts lists the modules that may use it. Commits, rolls
 * back and throws as `asCaller` does.
 */
export async function asService<T>(
  database: DatabasePool,
  request: RequestContext,
  work: (query: RunQuery) => Promise<T>,
): Promise<T> {
  return asCaller(database, { role: 'service_role', claims: { role: 'service_role' } }, request, work);
}

/**
 * ELEVATED: runs `work` as the role `backend`, which bypasses row-level security and alone may use the tables of the
 * schemas `auth` and `mail`. scripts/imports/table.ts lists the modules that may use it. Commits, rolls back and throws
 * as `asCaller` does.
 */
export async function asBackend<T>(database: DatabasePool, work: (query: RunQuery) => Promise<T>): Promise<T> {
  return inTransaction(database, 'begin', SET_BACKEND, [String(STATEMENT_TIMEOUT_MS)], work);
}

const SET_BACKEND = `select ${SET_LIMITS}, set_config('role', 'backend', true)`;

async function inTransaction<T>(
  database: DatabasePool,
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

async function checkOut(database: DatabasePool): Promise<pg.PoolClient> {
  try {
    return await (isFull(database) ? waitForConnection(database) : database.pool.connect());
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
  const allInUse = new DatabaseUnavailable('busy', `All connections of the pool "${poolName}" are in use`);
  if (pool.waitingCount >= MAX_WAITING) throw allInUse;
  const waiting = pool.connect();
  const { promise: tooLong, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(allInUse);
    // pg-pool cannot cancel `connect`: release its connection when it comes.
    waiting.then(
      (client) => client.release(),
      () => {},
    );
  }, connectionWaitMs(poolName));
  return Promise.race([waiting, tooLong]).finally(() => clearTimeout(timer));
}

/** After a failed statement PostgreSQL answers COMMIT with the command tag ROLLBACK and no error. */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit').catch((cause: unknown) => {
    throw isConnectionLost(cause)
      ? new DatabaseUnavailable('commit-lost', 'The connection was lost during COMMIT', cause)
      : cause;
  });
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a statement in it had failed.');
}

/** Closes a connection that cannot roll back: the next caller must not get its role and claims. */
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
