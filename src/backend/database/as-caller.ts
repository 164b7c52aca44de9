import type pg from 'pg';
import type { Caller } from './caller.ts';
import type { Database, RunQuery } from './connect.ts';

export type RequestContext = {
  readOnly?: boolean;
  method?: string;
  path?: string;
  headers?: Record<string, string>;
};

/**
 * The only way to query for a caller: one transaction that takes on the caller's role and claims and lets row-level
 * security decide (wire.md 2.3). Commits what `work` did; rolls everything back when it throws, and rethrows.
 */
export async function asCaller<T>(
  database: Database,
  caller: Caller,
  request: RequestContext,
  work: (query: RunQuery) => Promise<T>,
): Promise<T> {
  const begin = request.readOnly ? 'begin read only' : 'begin';
  const settings = [
    caller.role,
    JSON.stringify(caller.claims),
    request.method ?? '',
    request.path ?? '',
    JSON.stringify(request.headers ?? {}),
  ];
  return inTransaction(database, begin, SET_CALLER, settings, work);
}

const SET_CALLER = `select
  set_config('search_path', 'public, extensions', true),
  set_config('role', $1, true),
  set_config('statement_timeout', '8000', true),
  set_config('timezone', 'UTC', true),
  set_config('request.jwt.claims', $2, true),
  set_config('request.method', $3, true),
  set_config('request.path', $4, true),
  set_config('request.headers', $5, true)`;

/**
 * ELEVATED: queries as the backend itself, past row-level security, for the accounts (`auth`) and the outbox (`mail`).
 * Every use is a line to look at in review. Commits or rolls back like `asCaller`.
 */
export async function asBackend<T>(database: Database, work: (query: RunQuery) => Promise<T>): Promise<T> {
  return inTransaction(database, 'begin', SET_BACKEND, [], work);
}

const SET_BACKEND = `select
  set_config('search_path', 'public, extensions', true),
  set_config('role', 'backend', true),
  set_config('statement_timeout', '8000', true),
  set_config('timezone', 'UTC', true)`;

async function inTransaction<T>(
  database: Database,
  begin: string,
  prepare: string,
  settings: readonly unknown[],
  work: (query: RunQuery) => Promise<T>,
): Promise<T> {
  const client = await database.pool.connect();
  try {
    await client.query(begin);
    await client.query(prepare, [...settings]);
    const result = await work(runQueryOn(client));
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    await rollBack(client);
    throw error;
  }
}

/** A connection that cannot roll back is thrown away: its role and claims must never reach the next caller. */
async function rollBack(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('rollback');
    client.release();
  } catch (error) {
    client.release(error instanceof Error ? error : true);
  }
}

function runQueryOn(client: pg.PoolClient): RunQuery {
  return async (text, values = []) => {
    const { rows, rowCount } = await client.query(text, [...values]);
    return { rows: rows as Record<string, unknown>[], rowCount: rowCount ?? 0 };
  };
}
