import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { APPLICATION_NAME, openClient, WITHOUT_TIME_LIMITS } from '#backend/database/client.ts';
import type { RunQuery } from '#backend/database/connect.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { type BackupSource, createBackup } from './create-backup.ts';
import {
  type Destination,
  PlaceWithoutBackups,
  openDestination,
  ownerFor,
  placeOf,
  requirePlace,
  requireSpaceToMake,
} from './destination.ts';
import { backupName, backupsOf, expiredBackups, unfinishedOf } from './names.ts';
import {
  beginRecord,
  endInterrupted,
  failRecord,
  finishRecord,
  listBackupRecords,
  listRecordedFiles,
  recordRemoval,
} from './records.ts';
import { requireNoRestore } from './restore-mark.ts';
import { type BackupSettings, type Print, SECRETS_FILE, STORAGE_FOLDER } from './settings.ts';
import { queryOn } from './tables.ts';
import { formatBytes, formatSeconds } from '#contract/amounts.ts';

/** One backup at a time of one site, on all machines. */
const BACKUP_LOCK = `hashtextextended('india-going-global backup', 0)`;

/**
 * Runs `work` in the transaction of `query` if no process makes or verifies a backup of this database, which cannot
 * begin meanwhile. Returns null without running it when one does.
 */
export async function withoutBackups<T>(query: RunQuery, work: () => Promise<T>): Promise<T | null> {
  const { rows } = await query(`select pg_try_advisory_xact_lock(${BACKUP_LOCK}) as taken`);
  return rows[0]?.['taken'] === true ? work() : null;
}

/**
 * Runs `work` while no other process makes or verifies a backup of this database, with a connection of its owner. Throws
 * a ConfigurationError when another one does.
 */
export async function withBackupLock<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  await using client = await openClient(databaseUrl, {
    application_name: `${APPLICATION_NAME} backup record`,
    keepAlive: true,
  });
  // It has nothing to do while the backup is verified, for minutes.
  await client.query(WITHOUT_TIME_LIMITS);
  const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${BACKUP_LOCK}) as taken`);
  if (!rows[0]?.taken)
    throw new ConfigurationError('Another backup of this site is being made or verified. Try again when it has ended.');
  await endInterrupted(queryOn(client));
  return await work(client);
}

export type MakeOptions = {
  /** The URL of the login that owns the tables. */
  ownerUrl: string;
  /** The variables of the product that are set (config.ts, `readSettings`). */
  variables: Readonly<Record<string, string>>;
  /** Whether the site makes it by itself, and verifies it with the same connection. */
  isScheduled: boolean;
  onProgress: Print;
  now: () => Date;
};

/**
 * Makes a backup in the destination and records it in `operator.backups`. `client` is that of `withBackupLock`. Returns
 * the name of the file. Throws a ConfigurationError when the destination cannot be used, and as `createBackup` does; the
 * error is recorded.
 */
export async function makeBackup(client: pg.Client, settings: BackupSettings, options: MakeOptions): Promise<string> {
  const { siteUrl, to, passphrase } = settings;
  const { isScheduled, onProgress, now } = options;
  const query = queryOn(client);
  const [begun, place] = [now(), placeOf(to)];
  const file = backupName(siteUrl, begun, passphrase !== null);
  const isEncrypted = passphrase !== null;
  const id = await beginRecord(query, { file, place, isEncrypted, verifies: isScheduled, now: begun });
  try {
    const { write } = await prepareDestination(query, settings, options);
    const source = await sourceOf(settings, options);
    const { bytes } = await createBackup({ source, write, name: file, passphrase, onProgress, now: begun });
    const ended = now();
    await finishRecord(query, id, bytes, ended);
    onProgress(`Made ${file} (${formatBytes(bytes)}, ${formatSeconds(begun, ended)}) in ${place}`);
    return file;
  } catch (error) {
    await failRecord(query, id, (error as Error).message).catch(() => {});
    throw error;
  }
}

/** Opens the destination and requires that it is the one that was meant; for a scheduled backup also that it has space. */
async function prepareDestination(
  query: RunQuery,
  { siteUrl, dataFolder, to }: BackupSettings,
  { isScheduled, onProgress }: MakeOptions,
): Promise<Destination> {
  const destination = await openDestination(to, await ownerFor(dataFolder));
  await requirePlace(destination, await listBackupRecords(query)).catch((error: Error) => {
    // A person who deleted the old backups on purpose may begin anew.
    if (isScheduled || !(error instanceof PlaceWithoutBackups)) throw error;
    onProgress(error.message);
  });
  if (!isScheduled) return destination;
  for (const name of unfinishedOf(siteUrl, await listNames(destination))) await destination.remove(name);
  await requireSpaceToMake(query, to, dataFolder);
  return destination;
}

/** What a backup of the site with these settings is made of. Throws a ConfigurationError when a restore was interrupted. */
export async function sourceOf(
  { dataFolder, store, siteUrl }: BackupSettings,
  { ownerUrl, variables }: Pick<MakeOptions, 'ownerUrl' | 'variables'>,
): Promise<BackupSource> {
  requireNoRestore(dataFolder);
  return {
    databaseUrl: ownerUrl,
    files: { folder: join(dataFolder, STORAGE_FOLDER), store },
    secrets: await readFile(join(dataFolder, SECRETS_FILE)),
    settings: variables,
    siteUrl,
  };
}

/**
 * Deletes the backups of this site that have expired (`expiredBackups`). Throws a ConfigurationError
 * when the destination cannot be used.
 */
export async function removeExpired(
  client: pg.Client,
  { siteUrl, to, keep }: BackupSettings,
  { onProgress, now }: Pick<MakeOptions, 'onProgress' | 'now'>,
): Promise<void> {
  const destination = await openDestination(to);
  const query = queryOn(client);
  const { recorded, verified } = await listRecordedFiles(query, destination.place);
  const names = backupsOf(siteUrl, await listNames(destination), now());
  for (const name of expiredBackups(names, keep, verified, recorded)) {
    await destination.remove(name);
    await recordRemoval(query, name, destination.place, now());
    onProgress(`Deleted ${name}: ${keep} newer backups are kept.`);
  }
}

async function listNames(destination: Destination): Promise<string[]> {
  return (await destination.list()).map(({ name }) => name);
}
