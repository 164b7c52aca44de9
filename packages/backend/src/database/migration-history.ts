import { hash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { ConfigurationError } from '../configuration-error.ts';
import { openClient, WITHOUT_TIME_LIMITS } from './client.ts';
import type { DdlSession } from './ddl-session.ts';
import { ifMissing } from './if-missing.ts';

export type Step = {
  /** Reads only, and takes no lock that blocks others. */
  isDone: () => Promise<boolean>;
  /** Runs in the transaction of all steps. `report` gets lines for the operator, which are true once it is committed. */
  perform: (report: (line: string) => void) => Promise<void>;
};

type Migration = { file: string; version: string; name: string };
type History = {
  /** Whether the database has the history table. */
  exists: boolean;
  known: Migration[];
  pending: Migration[];
  /** Versions in the history table without a file here, as `20260101000000_name`. */
  unknown: string[];
};

/**
 * Settings as in a hosted project, where migrations name functions of extensions without a schema. Each migration begins
 * with them: a dump changes them.
 */
export const SESSION_OF_MIGRATIONS = `${WITHOUT_TIME_LIMITS};
  set search_path = "$user", public, extensions; set check_function_bodies = on; set row_security = on`;

/** The migrations that are not yet in the Supabase CLI's history table, in order. */
export function migrationsStep(session: DdlSession, supabaseFolder: string): Step {
  const { client } = session;
  return {
    isDone: async () => {
      const { exists, pending } = await readHistory(client, supabaseFolder);
      return exists && pending.length === 0;
    },
    perform: async (report) => {
      await createHistoryTable(session);
      const checksums = await readChecksums(supabaseFolder);
      const { pending } = await readHistory(client, supabaseFolder);
      for (const { file, version, name } of pending) {
        const sql = await readFile(join(supabaseFolder, 'migrations', file), 'utf8');
        requireUnchanged(file, sql, checksums);
        await session.part(file, async () => {
          await client.query(SESSION_OF_MIGRATIONS);
          await client.query(sql);
          await client.query('insert into supabase_migrations.schema_migrations values ($1, $2, $3)', [
            version,
            [sql],
            name,
          ]);
        });
      }
      report(`Migrated the database: ${pending.length === 1 ? pending[0]!.name : `${pending.length} migrations`}.`);
    },
  };
}

/** The SHA-256 of migrations that have landed, by the names of their files, from `supabase/migrations.sha256`. */
async function readChecksums(supabaseFolder: string): Promise<Map<string, string>> {
  const text = await readFile(join(supabaseFolder, 'migrations.sha256'), 'utf8').catch(ifMissing(''));
  return new Map(text.split('\n').map((line) => [line.slice(66), line.slice(0, 64)]));
}

/** Throws a ConfigurationError for a migration that was edited: two databases of one version would differ. */
function requireUnchanged(file: string, sql: string, checksums: ReadonlyMap<string, string>): void {
  const landed = checksums.get(file);
  if (landed === undefined || hash('sha256', sql) === landed) return;
  throw new ConfigurationError(
    `supabase/migrations/${file} was changed after it landed, so it was not applied, and the database is as it was.\n` +
      'Restore the file of this version, and write the change as a new migration.',
  );
}

/**
 * Reads how far a database has been migrated, without changing it; `empty` when it has no migration of this product.
 * Throws a ConfigurationError when a newer version has migrated it.
 */
export async function readMigrationState(url: string, supabaseFolder: string): Promise<'empty' | 'behind' | 'current'> {
  await using client = await openClient(url);
  const { known, pending } = await requireKnownMigrations(client, supabaseFolder);
  if (pending.length === 0) return 'current';
  return pending.length === known.length ? 'empty' : 'behind';
}

/**
 * Throws a ConfigurationError when the history has unknown migrations, as `supabase db push` does: an older version
 * must not write to a schema it does not know.
 */
export async function requireKnownMigrations(client: pg.Client, supabaseFolder: string): Promise<History> {
  const history = await readHistory(client, supabaseFolder);
  if (history.unknown.length === 0) return history;
  throw new ConfigurationError(
    `A newer version of the site has changed this database, in ways that this version does not know: ${history.unknown.join(', ')}. ` +
      'Nothing was changed now.\nStart the newer version, or restore the backup that was made before the update.',
  );
}

async function readHistory(client: pg.Client, supabaseFolder: string): Promise<History> {
  const table = await client.query(`select to_regclass('supabase_migrations.schema_migrations') as name`);
  const { rows } = table.rows[0]?.name
    ? await client.query<{ version: string; name: string | null }>(
        'select version, name from supabase_migrations.schema_migrations order by version',
      )
    : { rows: [] };
  const known = await listMigrations(supabaseFolder);
  const applied = new Set(rows.map(({ version }) => version));
  const versions = new Set(known.map(({ version }) => version));
  return {
    exists: table.rows[0]?.name != null,
    known,
    pending: known.filter(({ version }) => !applied.has(version)),
    unknown: rows
      .filter(({ version }) => !versions.has(version))
      .map(({ version, name }) => (name ? `${version}_${name}` : version)),
  };
}

/** The versions of the migrations of this product, in order. Throws when the folder `supabase/` cannot be read. */
export async function listMigrationVersions(supabaseFolder: string): Promise<string[]> {
  return (await listMigrations(supabaseFolder)).map(({ version }) => version);
}

/** The same with the names of their files in `supabase/migrations/`. */
export async function listMigrations(supabaseFolder: string): Promise<Migration[]> {
  const files = (await readdir(join(supabaseFolder, 'migrations')))
    .filter((name) => /^\d+_.*\.sql$/.test(name))
    .toSorted();
  return files.map((file) => {
    const [version = '', name = ''] = file.replace(/\.sql$/, '').split(/_(.*)/s);
    return { file, version, name };
  });
}

/** Creates the table as the Supabase CLI does (https://github.com/supabase/cli, pkg/migration/history.go). */
async function createHistoryTable(session: DdlSession): Promise<void> {
  await session.part('the history of migrations', async () => {
    await session.client.query('create schema if not exists supabase_migrations');
    await session.client.query(`create table if not exists supabase_migrations.schema_migrations
      (version text primary key, statements text[], name text)`);
  });
}
