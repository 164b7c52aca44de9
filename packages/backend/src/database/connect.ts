import pg from 'pg';
import { APPLICATION_NAME, clientClassFor } from './client.ts';
import { FairQueue } from '../usage/fair-queue.ts';
import { POOLS, type PoolName, DEFAULT_CONNECTIONS, connectionsPerCaller, poolSize } from './pools.ts';
import { type ResponseWatch, watchResponses } from './transactions/response-watch.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** One of the pools of the database. Queries go through `as-caller.ts`, never directly to the pool. */
export type DatabasePool = {
  pool: pg.Pool;
  url: string;
  poolName: PoolName;
  /** Whose turn it is for a connection. */
  turns: FairQueue;
  /** Another pool of the same database. */
  poolFor: (name: PoolName) => DatabasePool;
  /** Ends the wait for a server that does not respond; one for all pools. */
  responses: ResponseWatch;
  /** Reports an outage to the operator, each kind at most once a minute. */
  report: (error: DatabaseUnavailable) => void;
};

export type QueryResult = { rows: Record<string, unknown>[]; rowCount: number };
/** Runs one statement with bind parameters in the transaction that provided it. */
export type RunQuery = (text: string, values?: readonly unknown[]) => Promise<QueryResult>;

/** For a COMMIT that is not answered; other statements are given up earlier (response-watch.ts). */
const QUERY_TIMEOUT_MS = 15_000;
/** Opening a connection takes seconds on a loaded machine. The wait for a free one is shorter (pools.ts). */
const CONNECT_WITHIN_MS = 10_000;
const IDLE_CONNECTION_MS = 30_000;
const REPORT_INTERVAL_MS = 60_000;

/** Times stay PostgreSQL's text, so that no precision is lost on the way to JSON. */
const asText = (value: string): string => value;
export const COLUMN_TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    const isDateOrTime = oid === 1082 || oid === 1114 || oid === 1184;
    return isDateOrTime ? asText : (pg.types.getTypeParser(oid, format) as typeof asText);
  },
};

/**
 * Creates the pools and returns the one named `site`. Connections are opened when needed.
 * `onUnavailable` is called for outages, including those of idle connections, which must not end the app. `connections` is
 * what this process may have in all.
 */
export function connectDatabase(
  url: string,
  {
    onUnavailable = () => {},
    connections = DEFAULT_CONNECTIONS,
  }: { onUnavailable?: (error: DatabaseUnavailable) => void; connections?: number } = {},
): DatabasePool {
  const report = throttled(onUnavailable);
  const responses = watchResponses(url);
  const poolFor = (name: PoolName): DatabasePool => pools[name];
  const open = (name: PoolName): DatabasePool => {
    const places = poolSize(name, connections);
    return {
      pool: openPool(url, places, report, responses),
      url,
      poolName: name,
      turns: new FairQueue({ places, placesPerKey: connectionsPerCaller(name, places) }),
      poolFor,
      responses,
      report,
    };
  };
  const pools = Object.fromEntries(POOLS.map((name) => [name, open(name)])) as Record<PoolName, DatabasePool>;
  return pools.site;
}

function openPool(url: string, max: number, report: DatabasePool['report'], responses: ResponseWatch): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    application_name: APPLICATION_NAME,
    types: COLUMN_TYPES,
    Client: clientClassFor(url),
  });
  // The pool does not listen to a connection in use; its loss is seen by the running statement.
  pool.on('connect', (client) => client.on('error', () => {}));
  // At a stop the server may end a connection that is being closed.
  pool.on('error', (error) => {
    if (!pool.ending) report(new DatabaseUnavailable('lost', 'An idle connection was lost', error));
  });
  responses.follow(pool);
  return pool;
}

function throttled(report: (error: DatabaseUnavailable) => void): DatabasePool['report'] {
  const lastAt = new Map<string, number>();
  return (error) => {
    const now = performance.now();
    if (now - (lastAt.get(error.message) ?? -Infinity) < REPORT_INTERVAL_MS) return;
    lastAt.set(error.message, now);
    report(error);
  };
}

/** Waits for running queries, then closes the connections of all pools. */
export async function closeDatabase(database: DatabasePool): Promise<void> {
  await Promise.all(POOLS.map((name) => database.poolFor(name).pool.end()));
}
