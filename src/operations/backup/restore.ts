import type pg from 'pg';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '#backend/database/client.ts';
import { requireOwnSession } from '#backend/database/wait-for-database.ts';
import { flushFolder } from '#backend/database/flush.ts';
import { unfinishedFolderOf } from '#backend/database/cluster-state.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { hashOfKeys } from '#backend/http/keys.ts';
import { damaged } from './archive.ts';
import { buildDataFolder, openBackup, putFiles, withWorkFolder } from './data-folder.ts';
import type { ExtractedBackup } from './extract-backup.ts';
import type { FoundBackup } from './find-backup.ts';
import { loadBackup } from './load-backup.ts';
import type { Manifest } from './manifest.ts';
import { completeCommitted, completeRestore, isInUse, replacedFolder, swapIn } from './replace-site.ts';
import { nextSecretsFile, writeRestoreMark } from './restore-mark.ts';
import { type BackupSettings, type Print, SECRETS_FILE, STORAGE_FOLDER } from './settings.ts';
import { countSiteConnections, listMigrationNames, queryOn } from './tables.ts';

type RestoreOptions = {
  /** Whether a site that is there may be replaced. */
  force: boolean;
  /** The path, or the name in BACKUP_TO, with which the command is repeated. */
  file: string;
  onProgress: Print;
  now: Date;
};

export type Restored = {
  manifest: Manifest;
  /** The variables that were set where the backup was made, as JSON. */
  settings: Buffer;
  /** The folder with what was there before, or null. */
  replaced: string | null;
};

/**
 * Restores a backup into the installation of `settings`. The caller must hold the lock of the data folder. Throws a
 * ConfigurationError, with nothing changed, when a site is there and `force` is not set, and for a file that cannot be
 * restored.
 */
export function restoreBackup(
  settings: BackupSettings,
  found: FoundBackup,
  options: RestoreOptions,
): Promise<Restored> {
  const { databaseUrl } = settings;
  return databaseUrl === null
    ? restoreEmbedded(settings, found, options)
    : restoreExternal({ ...settings, databaseUrl }, found, options);
}

/**
 * Restores a backup into the data folder with the bundled PostgreSQL: builds a complete data folder beside what is there,
 * then puts it in place.
 */
async function restoreEmbedded(
  { dataFolder, store, passphrase }: BackupSettings,
  found: FoundBackup,
  { force, file, onProgress, now }: RestoreOptions,
): Promise<Restored> {
  if (!force && (await isInUse(dataFolder))) throw folderInUse(dataFolder);
  return withWorkFolder(dataFolder, 'restore', async (workFolder, keepFolder) => {
    const backup = await openBackup(found, workFolder, passphrase);
    onProgress('The backup is complete; building the database …');
    const built = await buildDataFolder(backup, workFolder, { store, onProgress });
    await keepFolder();
    const replaced = await swapIn(dataFolder, built, file, now);
    return { manifest: backup.manifest, settings: backup.settings, replaced };
  });
}

function folderInUse(dataFolder: string): ConfigurationError {
  return new ConfigurationError(
    `${dataFolder} already holds a site. Nothing was changed.\n` +
      'Give another DATA_DIR, or add --force: what is there is then moved aside, not deleted.',
  );
}

/**
 * Restores a backup into a PostgreSQL of the operator. An empty database is migrated; in one that is in use all rows are
 * replaced in one transaction, with `force` only. Files are added before the commit, never removed; secrets.json of the
 * data folder is moved aside. replace-site.ts settles what a crash leaves. Throws a ConfigurationError, with no row
 * changed, also for a database that has other migrations than the backup.
 */
async function restoreExternal(
  { dataFolder, databaseUrl, store, passphrase }: BackupSettings & { databaseUrl: string },
  found: FoundBackup,
  { force, file, onProgress, now }: RestoreOptions,
): Promise<Restored> {
  const before = await inspectDatabase(databaseUrl);
  if (!force && (before.migrations.length > 0 || (await isInUse(dataFolder)))) throw databaseInUse(dataFolder, before);
  if (before.others > 0) throw stillRunning();
  return withWorkFolder(dataFolder, 'restore', async (workFolder) => {
    const backup = await openBackup(found, workFolder, passphrase);
    requireSameMigrations(backup, before.migrations);
    onProgress('The backup is complete; loading it into the database …');
    await completeCommitted(dataFolder, databaseUrl);
    const { replaced, ...mark } = await writeRestoreMark(dataFolder, {
      file,
      database: 'external',
      wasEmpty: before.migrations.length === 0,
      replaced: replacedFolder(now),
      before: existsSync(join(dataFolder, SECRETS_FILE)) ? [SECRETS_FILE] : [],
    });
    await putFiles(backup, { folder: join(dataFolder, STORAGE_FOLDER), store });
    const beforeCommit = async (client: pg.Client): Promise<void> => {
      if ((await countSiteConnections(client)) > 0) throw stillRunning();
      await client.query('delete from backend.installation');
      await client.query('insert into backend.installation (keys_hash) values ($1)', [keysHashOf(backup)]);
      await client.query('insert into operator.restores (id, file) values ($1, $2)', [mark.id, found.label]);
      await prepareSecrets(dataFolder, backup.secrets, replaced);
    };
    await loadBackup(backup, { databaseUrl, workFolder, authenticatorPassword: null, onProgress, beforeCommit });
    await completeRestore(dataFolder);
    const kept = mark.before.length > 0 ? join(dataFolder, replaced) : null;
    return { manifest: backup.manifest, settings: backup.settings, replaced: kept };
  });
}

function keysHashOf({ secrets, label }: ExtractedBackup): string {
  try {
    return hashOfKeys(JSON.parse(secrets.toString('utf8')).keys);
  } catch {
    throw damaged(label, 'its secrets cannot be read');
  }
}

type Database = { migrations: string[]; /** Connections of a running site. */ others: number };

async function inspectDatabase(url: string): Promise<Database> {
  await using client = createClient(url, { connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    await requireOwnSession(client, url);
    const others = await countSiteConnections(client);
    return { migrations: await listMigrationNames(queryOn(client)), others };
  } catch (error) {
    throw new ConfigurationError(`DATABASE_URL cannot be used: ${(error as Error).message}. Nothing was changed.`);
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

function databaseInUse(dataFolder: string, { migrations }: Database): ConfigurationError {
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
