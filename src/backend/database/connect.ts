import pg from 'pg';
import { clientClassFor } from './client.ts';
import { CONNECTIONS, SHARES, type Share } from './shares.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** The connections of one share. Nothing queries the pool directly: see `as-caller.ts`. */
export type DatabasePool = {
  pool: pg.Pool;
  url: string;
  shareName: Share;
  /** The same database by the connections of another share. */
  share: (name: Share) => DatabasePool;
  /** Tells the operator of an outage, each kind at most once a minute. */
  report: (error: DatabaseUnavailable) => void;
};

export type QueryResult = { rows: Record<string, unknown>[]; rowCount: number };
/** Runs one statement with bind parameters inside the transaction it was handed out in. */
export type RunQuery = (text: string, values?: readonly unknown[]) => Promise<QueryResult>;

/** A statement has its own, shorter timeout; this one is for a server that has stopped answering. */
const QUERY_TIMEOUT_MS = 15_000;
/** A loaded machine takes seconds to open a connection; the wait for a free one is shorter (shares.ts). */
const CONNECT_WITHIN_MS = 10_000;
const IDLE_CONNECTION_MS = 30_000;
const REPORT_AT_MOST_EVERY_MS = 60_000;

/** Times and numbers stay as PostgreSQL writes them, so that nothing is lost on the way to JSON. */
const asText = (value: string): string => value;
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    const isDateOrTime = oid === 1082 || oid === 1114 || oid === 1184;
    return isDateOrTime ? asText : (pg.types.getTypeParser(oid, format) as typeof asText);
  },
};

/**
 * Opens a pool for each share on a PostgreSQL address and returns the share `site`; connections are made when needed.
 * `onUnavailable` hears of outages, of idle connections too: a database restart must not end the app.
 */
export function connectDatabase(
  url: string,
  { onUnavailable = () => {} }: { onUnavailable?: (error: DatabaseUnavailable) => void } = {},
): DatabasePool {
  const report = throttled(onUnavailable);
  const share = (name: Share): DatabasePool => shares[name];
  const open = (name: Share): DatabasePool => ({
    pool: openPool(url, name, report),
    url,
    shareName: name,
    share,
    report,
  });
  const shares = Object.fromEntries(SHARES.map((name) => [name, open(name)])) as Record<Share, DatabasePool>;
  return shares.site;
}

function openPool(url: string, share: Share, report: DatabasePool['report']): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS[share],
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'india-going-global',
    types,
    Client: clientClassFor(url),
  });
  // While a connection is checked out the pool does not listen; its loss reaches the transaction by the statement.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', (error) => report(new DatabaseUnavailable('lost', 'An idle connection was lost', error)));
  return pool;
}

function throttled(report: (error: DatabaseUnavailable) => void): DatabasePool['report'] {
  const lastAt = new Map<string, number>();
  return (error) => {
    const now = Date.now();
    if (now - (lastAt.get(error.message) ?? -Infinity) < REPORT_AT_MOST_EVERY_MS) return;
    lastAt.set(error.message, now);
    report(error);
  };
}

/** Waits for running queries, then closes every connection of every share. */
export async function closeDatabase(database: DatabasePool): Promise<void> {
  await Promise.all(SHARES.map((name) => database.share(name).pool.end()));
}
