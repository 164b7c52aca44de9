import { asBackend } from './as-caller.ts';
import type { DatabasePool } from './connect.ts';
import { DatabaseUnavailable } from './unavailable.ts';
import { endsWithin } from './ends-within.ts';

export type DatabaseState = {
  /** Such as `18.1`. */
  version: string;
  /** Whether the server rejects writes: a standby, or a server that is set to read-only. */
  isReadOnly: boolean;
  /** The size of the database; null where the login may not know it. */
  bytes: number | null;
  /** The connections of all clients of the server, and how many it allows. */
  connections: number;
  maxConnections: number;
};

/** Reads the state of the server. Throws DatabaseUnavailable, as `asBackend` does. */
export async function readDatabaseState(database: DatabasePool): Promise<DatabaseState> {
  return asBackend(database, async (query) => {
    const { rows } = await query(
      `select split_part(current_setting('server_version'), ' ', 1) as version,
         current_setting('transaction_read_only') = 'on' as "isReadOnly",
         case when has_database_privilege(current_database(), 'connect')
           then pg_database_size(current_database())::float8 end as bytes,
         (select coalesce(sum(numbackends), 0) from pg_stat_database)::int as connections,
         current_setting('max_connections')::int as "maxConnections"`,
    );
    return rows[0] as DatabaseState;
  });
}

/** The versions of the migrations in the history table of the database, in order. Throws as `asBackend` does. */
export async function readAppliedMigrations(database: DatabasePool): Promise<string[]> {
  return asBackend(database, async (query) => {
    const { rows } = await query('select version from supabase_migrations.schema_migrations order by version');
    return rows.map(({ version }) => String(version));
  });
}

/** How long a statement may take for the database to count as available. */
const ANSWER_WITHIN_MS = 2000;
/** How long a result is used again, so that a public address cannot load the database. */
const USED_FOR_MS = 1000;

/** Whether the database answers. Never rejects, and resolves within two seconds. */
export type Probe = () => Promise<boolean>;

/**
 * Creates a probe on a connection of this pool. One statement runs at a time, for all callers. While one has not been
 * answered for ANSWER_WITHIN_MS, as by a stopped server, the result is false at once. Reports the outage.
 */
export function createProbe(database: DatabasePool): Probe {
  let running: { since: number; answer: Promise<boolean> } | null = null;
  let last = { at: -Infinity, isAnswering: false };

  const ask = async (): Promise<boolean> => {
    const isAnswering = await asBackend(database, (query) => query('select 1')).then(
      () => true,
      () => false,
    );
    last = { at: performance.now(), isAnswering };
    running = null;
    return isAnswering;
  };

  const isLate = (): false => {
    database.report(new DatabaseUnavailable('unreachable', 'The database does not answer'));
    return false;
  };

  return async () => {
    const now = performance.now();
    if (!running && now - last.at < USED_FOR_MS) return last.isAnswering;
    running ??= { since: now, answer: ask() };
    const { since, answer } = running;
    const left = since + ANSWER_WITHIN_MS - now;
    return left > 0 && (await endsWithin(left, answer)) ? answer : isLate();
  };
}
