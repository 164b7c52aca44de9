import { existsSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { createClient } from '#backend/database/client.ts';
import { flushFolder } from '#backend/database/flush.ts';
import { unfinishedFolderOf } from '#backend/database/unfinished-cluster.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { SECRETS_FILE, STORAGE_FOLDER, putFiles } from './build-data-folder.ts';
import { type ExtractedBackup, extractBackup } from './extract-backup.ts';
import { loadBackup, requireKnownMigrationsOf } from './load-backup.ts';
import { listMigrationNames } from './migration-names.ts';
import type { RestoreOptions, Restored } from './restore.ts';
import { nextSecretsFile, writeRestoreMark } from './restore-mark.ts';
import { completeCommitted, completeRestore } from './settle-restore.ts';
import { isInUse, replacedFolder } from './swap-in.ts';
import { queryOn } from './tables.ts';
import { withWorkFolder } from './work-folder.ts';

type Options = RestoreOptions & { databaseUrl: string };

/**
 * Restores a backup into a PostgreSQL of the operator. An empty database is migrated; in one that is in use all rows are
 * replaced in one transaction, with `force` only. Files are added before the commit, never removed; secrets.json of the
 * data folder is moved aside. What a crash leaves is settled by settle-restore.ts. Throws a ConfigurationError, with no row changed, for a database in use, for one that has
 * other migrations than the backup, and for a file that cannot be restored.
 */
export async function restoreExternal(options: Options): Promise<Restored> {
  const { dataFolder, databaseUrl, source, label, file, passphrase, force, supabaseFolder, store, onProgress } =
    options;
  const before = await inspectDatabase(databaseUrl);
  if (!force && (before.migrations.length > 0 || (await isInUse(dataFolder)))) throw inUse(dataFolder, before);
  if (before.others > 0) throw stillRunning();
  return withWorkFolder(dataFolder, 'restore', async (workFolder) => {
    const backup = await extractBackup(await source(), { folder: join(workFolder, 'archive'), label, passphrase });
    await requireKnownMigrationsOf(backup, supabaseFolder);
    requireSameMigrations(backup, before.migrations);
    onProgress('The backup is complete; loading it into the database …');
    await completeCommitted(dataFolder, databaseUrl);
    const { replaced, ...mark } = await writeRestoreMark(dataFolder, {
      file,
      database: 'external',
      wasEmpty: before.migrations.length === 0,
      replaced: replacedFolder(options.now),
      before: existsSync(join(dataFolder, SECRETS_FILE)) ? [SECRETS_FILE] : [],
    });
    await putFiles(backup, { folder: join(dataFolder, STORAGE_FOLDER), store });
    const beforeCommit = async (client: pg.Client): Promise<void> => {
      // The first start writes the hash of the keys that are there then.
      await client.query('delete from backend.installation');
      await client.query('insert into operator.restores (id, file) values ($1, $2)', [mark.id, label]);
      await prepareSecrets(dataFolder, backup.secrets, replaced);
    };
    await loadBackup(backup, {
      databaseUrl,
      supabaseFolder,
      workFolder,
      authenticatorPassword: null,
      onProgress,
      beforeCommit,
    });
    await completeRestore(dataFolder);
    const kept = mark.before.length > 0 ? join(dataFolder, replaced) : null;
    return { manifest: backup.manifest, settings: backup.settings, replaced: kept };
  });
}

type Database = { migrations: string[]; /** Connections of a running site. */ others: number };

async function inspectDatabase(url: string): Promise<Database> {
  const client = createClient(url, { connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const sessions = await client.query<{ others: number }>(
      `select count(*)::int as others from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name like 'india-going-global%'`,
    );
    return { migrations: await listMigrationNames(queryOn(client)), others: sessions.rows[0]?.others ?? 0 };
  } catch (error) {
    throw new ConfigurationError(`DATABASE_URL cannot be used: ${(error as Error).message}. Nothing was changed.`);
  } finally {
    await client.end().catch(() => {});
  }
}

function requireSameMigrations({ manifest, label }: ExtractedBackup, here: readonly string[]): void {
  const missing = here.filter((name) => !manifest.migrations.includes(name));
  if (missing.length === 0) return;
  throw new ConfigurationError(
    `The database at DATABASE_URL was migrated further than that of ${label} (${missing.join(', ')}), and cannot be taken back. ` +
      'Nothing was changed.\nGive an empty database in DATABASE_URL: it gets the rows of the backup and is then brought up to date.',
  );
}

/** Copies the secrets that are there, and writes the next ones, which become those of the site after the commit. */
async function prepareSecrets(dataFolder: string, secrets: Buffer, replaced: string): Promise<void> {
  const file = join(dataFolder, SECRETS_FILE);
  const copy = join(dataFolder, replaced, SECRETS_FILE);
  if (existsSync(file) && !existsSync(copy)) {
    await mkdir(join(dataFolder, replaced), { recursive: true, mode: 0o700 });
    await copyFile(file, copy);
  }
  await writeFile(nextSecretsFile(dataFolder), secrets, { mode: 0o600, flush: true });
  await flushFolder(unfinishedFolderOf(dataFolder));
}

function inUse(dataFolder: string, { migrations }: Database): ConfigurationError {
  const what = migrations.length > 0 ? 'The database at DATABASE_URL' : dataFolder;
  return new ConfigurationError(
    `${what} already holds a site. Nothing was changed.\n` +
      'Give an empty database and another DATA_DIR, or add --force: all rows are then replaced.',
  );
}

function stillRunning(): ConfigurationError {
  return new ConfigurationError(
    'The site is running on the database at DATABASE_URL. Nothing was changed.\nStop it on all machines, then try again.',
  );
}
