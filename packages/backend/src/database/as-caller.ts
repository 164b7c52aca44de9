import type { DatabasePool, QueryResult, RunQuery } from './connect.ts';
import type { BatchStatement } from './transactions/statement-batch.ts';
import { inOneRoundTrip, inTransaction } from './transactions/transaction.ts';

/** The roles of requests (protocol.md 2.3). */
export type Role = 'anon' | 'authenticated' | 'service_role';

/** Who sends a request: the role that PostgreSQL checks, and the claims that its policies read. */
export type Caller = {
  role: Role;
  /** The claims of the verified token, `role` included; only the role for an anonymous caller. */
  claims: Record<string, unknown> & { role: Role };
};

export const ANONYMOUS: Caller = { role: 'anon', claims: { role: 'anon' } };

export type RequestContext = {
  readOnly?: boolean;
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  /** Where names without a schema are looked up; `public, extensions` by default. */
  searchPath?: string;
};

const SEARCH_PATH = 'public, extensions';

/** How long one statement may run; shorter for anonymous requests from outside. */
export const STATEMENT_TIMEOUT_MS = 8_000;
export const ANONYMOUS_STATEMENT_TIMEOUT_MS = 2_000;
/** How long a statement waits for a lock that another transaction holds. */
export const LOCK_TIMEOUT_MS = 5_000;
/** PostgreSQL ends a connection whose transaction this process has left open. */
export const IDLE_IN_TRANSACTION_MS = 10_000;
/** How long a transaction may last (PostgreSQL 17 and later). */
export const TRANSACTION_TIMEOUT_MS = 30_000;

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
  const begin = request.readOnly ? BEGIN_READ_ONLY : BEGIN;
  return inTransaction(database, [begin, prepared(SET_CALLER, settingsOf(database, caller, request))], work);
}

/**
 * Runs one statement as `asCaller` does, in a read-only transaction and in one round trip. The statement is prepared, so
 * its text must not hold values of the request. Returns its result; throws as `asCaller` does.
 */
export async function readAsCaller(
  database: DatabasePool,
  caller: Caller,
  request: RequestContext,
  statement: { text: string; values: readonly unknown[] },
): Promise<QueryResult> {
  const settings = prepared(SET_READER, settingsOf(database, caller, request));
  return inOneRoundTrip(database, [settings, { ...statement, preparedFor: caller.role }]);
}

function settingsOf({ poolName }: DatabasePool, caller: Caller, request: RequestContext): string[] {
  const isAnonymousFromOutside = caller.role === 'anon' && poolName !== 'site';
  return [
    String(isAnonymousFromOutside ? ANONYMOUS_STATEMENT_TIMEOUT_MS : STATEMENT_TIMEOUT_MS),
    caller.role,
    JSON.stringify(caller.claims),
    request.method ?? '',
    // On a hosted project the gateway takes the path of the service away.
    (request.path ?? '').replace(/^\/(?:rest|storage)\/v1(?=\/)/, ''),
    JSON.stringify(request.headers ?? {}),
    request.searchPath ?? SEARCH_PATH,
  ];
}

const SET_LIMITS = `
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
  set_config('request.headers', $6, true),
  set_config('search_path', $7, true)`;

/** The statements of one round trip are one transaction without `begin`. */
const SET_READER = `${SET_CALLER}, set_config('transaction_read_only', 'on', true)`;

/** A statement of the connection's own login, before the role of the caller is set. */
const prepared = (text: string, values: readonly unknown[] = []): BatchStatement => ({ text, values, preparedFor: '' });
/** The login may have another isolation level, at which transactions that meet in a row fail (40001). */
const BEGIN = prepared('begin isolation level read committed');
const BEGIN_READ_ONLY = prepared('begin isolation level read committed read only');

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
  return inTransaction(database, [BEGIN, prepared(SET_BACKEND, [String(STATEMENT_TIMEOUT_MS)])], work);
}

const SET_BACKEND = `select ${SET_LIMITS}, set_config('search_path', '${SEARCH_PATH}', true), set_config('role', 'backend', true)`;

class RolledBack extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super('The transaction is rolled back.');
    this.result = result;
  }
}

/**
 * Runs `work` in the transaction that `begin` opens, as by `asCaller`, and rolls it back. Returns what `work` returns;
 * throws as `begin` does.
 */
export async function rollingBack<T>(
  begin: (work: (query: RunQuery) => Promise<never>) => Promise<never>,
  work: (query: RunQuery) => Promise<T>,
): Promise<T> {
  try {
    return await begin(async (query) => {
      throw new RolledBack(await work(query));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T;
    throw error;
  }
}
