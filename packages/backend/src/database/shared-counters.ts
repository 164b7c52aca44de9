import { asBackend } from './as-caller.ts';
import type { DatabasePool, QueryResult } from './connect.ts';

/** The table of counters, as options of rate-limiter-flexible. This product creates and cleans it itself. */
export const COUNTERS = {
  schemaName: 'backend',
  tableName: 'rate_limits',
  tableCreated: true,
  clearExpiredByTimeout: false,
} as const;

/** A client that runs the statements of rate-limiter-flexible, each in a transaction of its own. Throws as asBackend does. */
export function openCounters(database: DatabasePool): {
  query: (statement: { text: string; values?: readonly unknown[] }) => Promise<QueryResult>;
} {
  return { query: ({ text, values }) => asBackend(database, (query) => query(text, values)) };
}

/** Longer than the longest window. */
const MAX_AHEAD_MS = 2 * 3_600_000;

/** Deletes counters whose window has ended, and those of a time before the clock was set back. */
export async function forgetCounters(database: DatabasePool, now: Date): Promise<void> {
  const times = [now.getTime(), now.getTime() + MAX_AHEAD_MS];
  await asBackend(database, (query) =>
    query('delete from backend.rate_limits where expire < $1 or expire > $2', times),
  );
}
