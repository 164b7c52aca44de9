import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { APPLICATION_NAME, createClient } from '#backend/database/client.ts';
import { migrate, recordSampleContent } from '#backend/database/migrate.ts';
import { listMigrations } from '#backend/database/migration-history.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { hashRows, replaceRows } from './rows.ts';
import type { ExtractedBackup } from './extract-backup.ts';
import { SUPABASE_FOLDER } from './settings.ts';
import type { Manifest, TableEntry } from './manifest.ts';
import { listTables, plainName, queryOn } from './tables.ts';

export type LoadOptions = {
  /** The URL of a login that may create schemas and roles, and owns the tables. */
  databaseUrl: string;
  /** An empty or new folder for what the work needs. */
  workFolder: string;
  /** Password of the login `authenticator`, or null when requests use the operator's login. */
  authenticatorPassword: string | null;
  onProgress: (line: string) => void;
  /** Runs in the transaction, after the rows were compared. */
  beforeCommit?: (client: pg.Client) => Promise<void>;
};

/**
 * Loads the rows of a backup: migrates the database as far as the backup's was, replaces all rows in one transaction,
 * compares counts and checksums with the manifest, and migrates to the version of this product. Throws a
 * ConfigurationError, and the errors of the database; then no row was changed.
 */
export async function loadBackup(backup: ExtractedBackup, options: LoadOptions): Promise<void> {
  const { databaseUrl, onProgress } = options;
  await migrateAs(backup, options);
  const client = createClient(databaseUrl, { application_name: `${APPLICATION_NAME} restore`, keepAlive: true });
  await client.connect();
  try {
    await client.query('begin');
    await requireTables(client, backup);
    await replaceRows(client, { ...backup.manifest, open: backup.openRows });
    for (const table of backup.manifest.tables) await compareRows(client, table, backup.label);
    await client.query(KEEP_FILES);
    await recordSampleContent(client, SUPABASE_FOLDER);
    await options.beforeCommit?.(client);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    // Without a commit the server rolls back.
    await client.end().catch(() => {});
  }
  await migrateWith(options, SUPABASE_FOLDER);
  onProgress(
    `Loaded ${backup.manifest.tables.reduce((sum, { rows }) => sum + rows, 0)} rows; counts and checksums are right.`,
  );
}

/** Files of the backup that were deleted since, whose bytes were still to be removed from the store. */
const KEEP_FILES = `delete from backend.unsettled_versions
  where version::text in (select version from storage.objects)`;

/** Throws a ConfigurationError when the backup's database was migrated by a newer version than this one. */
export async function requireKnownMigrationsOf(
  { manifest, label }: ExtractedBackup,
  supabaseFolder: string,
): Promise<void> {
  const known = new Set((await listMigrations(supabaseFolder)).map(({ file }) => file));
  const unknown = manifest.migrations.filter((name) => !known.has(`${name}.sql`));
  if (unknown.length === 0) return;
  throw new ConfigurationError(
    `${label} was made by a newer version of the site (${manifest.productVersion}), with migrations that this one does not have: ` +
      `${unknown.join(', ')}. Nothing was changed.\nInstall that version or a later one, then try again.`,
  );
}

/** Rows fit the schema that they were written for, so that later migrations change them as they would have. */
async function migrateAs({ manifest }: ExtractedBackup, options: LoadOptions): Promise<void> {
  const applied = new Set(manifest.migrations.map((name) => `${name}.sql`));
  const files = (await listMigrations(SUPABASE_FOLDER)).map(({ file }) => file);
  if (files.every((file) => applied.has(file))) return migrateWith(options, SUPABASE_FOLDER);
  const folder = join(options.workFolder, 'supabase');
  await mkdir(join(folder, 'migrations'), { recursive: true });
  for (const file of files.filter((name) => applied.has(name))) {
    await cp(join(SUPABASE_FOLDER, 'migrations', file), join(folder, 'migrations', file));
  }
  await migrateWith(options, folder);
}

async function migrateWith({ databaseUrl, authenticatorPassword }: LoadOptions, supabaseFolder: string): Promise<void> {
  const options = { url: databaseUrl, supabaseFolder, authenticatorPassword };
  await migrate({ ...options, sampleContent: null, onProgress: () => {} });
}

/** Throws a ConfigurationError for a table that no migration creates. */
async function requireTables(
  client: pg.Client,
  { manifest, label }: { manifest: Manifest; label: string },
): Promise<void> {
  const here = new Set((await listTables(queryOn(client))).map(plainName));
  const strange = manifest.tables.map(plainName).filter((name) => !here.has(name));
  if (strange.length === 0) return;
  throw new ConfigurationError(
    `${label} has rows of ${strange.join(', ')}, which no migration in supabase/migrations creates. Nothing was changed.\n` +
      'Restore it into a database (DATABASE_URL) in which you have created them. For later backups add a migration that creates\n' +
      'them where they do not exist, and start the site with it.',
  );
}

async function compareRows(client: pg.Client, table: TableEntry, label: string): Promise<void> {
  const { rows, hash } = await hashRows(client, table);
  if (rows === table.rows && hash === table.hash) return;
  throw new ConfigurationError(
    `After loading ${label}, ${plainName(table)} has ${rows} rows ${rows === table.rows ? 'with other values' : `instead of ${table.rows}`}. ` +
      'Nothing was changed.',
  );
}
