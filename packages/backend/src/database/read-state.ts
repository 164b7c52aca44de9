import { asBackend } from './as-caller.ts';
import type { DatabasePool } from './connect.ts';

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
