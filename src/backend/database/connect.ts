import pg from 'pg';
import { clientClassFor } from './client.ts';

/** The pool of one app process. Nothing queries it directly: see `as-caller.ts`. */
export type Database = { pool: pg.Pool; url: string };

export type QueryResult = { rows: Record<string, unknown>[]; rowCount: number };
/** Runs one statement with bind parameters inside the transaction it was handed out in. */
export type RunQuery = (text: string, values?: readonly unknown[]) => Promise<QueryResult>;

/** Times and numbers stay as PostgreSQL writes them, so that nothing is lost on the way to JSON. */
const asText = (value: string): string => value;
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    const isDateOrTime = oid === 1082 || oid === 1114 || oid === 1184;
    return isDateOrTime ? asText : (pg.types.getTypeParser(oid, format) as typeof asText);
  },
};

/**
 * Opens a pool on a PostgreSQL address.
 * Errors of idle connections go to `onIdleError`: a database restart must not end the app.
 */
export function connectDatabase(
  url: string,
  options: { connections?: number; onIdleError?: (error: Error) => void } = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 10,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    application_name: 'india-going-global',
    types,
    Client: clientClassFor(url),
  });
  pool.on('error', (error) => options.onIdleError?.(error));
  return { pool, url };
}

/** Waits for running queries, then closes every connection. */
export async function closeDatabase(database: Database): Promise<void> {
  await database.pool.end();
}
