import type pg from 'pg';
import { createClient } from '#backend/database/client.ts';
import type { RunQuery } from '#backend/database/connect.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { type BackupSource, createBackup } from './create-backup.ts';
import type { Destination } from './destination/destination.ts';
import { backupName, backupsOf, expiredBackups, unfinishedOf } from './names.ts';
import { beginRecord, endInterrupted, failRecord, finishRecord, listVerifiedFiles, recordRemoval } from './records.ts';
import { queryOn } from './tables.ts';
import { formatBytes, formatSeconds } from './texts.ts';

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
  const client = createClient(databaseUrl, { application_name: 'india-going-global backup record', keepAlive: true });
  await client.connect();
  try {
    const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${BACKUP_LOCK}) as taken`);
    if (!rows[0]?.taken)
      throw new ConfigurationError(
        'Another backup of this site is being made or verified. Try again when it has ended.',
      );
    await endInterrupted(queryOn(client));
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

export type MakeOptions = {
  /** Called when the beginning is recorded, so that its errors are recorded too. */
  prepare: () => Promise<{ source: BackupSource; destination: Destination }>;
  siteUrl: string;
  /** What `prepare` will say. */
  place: string;
  passphrase: string | null;
  /** Whether `client` verifies it too. */
  verifies: boolean;
  onProgress: (line: string) => void;
  now: () => Date;
};

/**
 * Makes a backup in a destination and records it in `operator.backups`. `client` is that of `withBackupLock`. Returns the
 * name of the file. Throws as `prepare` and `createBackup` do; the error is recorded.
 */
export async function makeBackup(client: pg.Client, options: MakeOptions): Promise<string> {
  const { prepare, siteUrl, place, passphrase, verifies, onProgress, now } = options;
  const query = queryOn(client);
  const begun = now();
  const file = backupName(siteUrl, begun, passphrase !== null);
  const id = await beginRecord(query, { file, place, isEncrypted: passphrase !== null, verifies, now: begun });
  try {
    const { source, destination } = await prepare();
    const { write } = destination;
    const { bytes } = await createBackup({ source, write, name: file, passphrase, onProgress, now: begun });
    const ended = now();
    await finishRecord(query, id, bytes, ended);
    const size = `${formatBytes(bytes)}, ${formatSeconds(begun, ended)}`;
    onProgress(`Made ${file} (${size}) in ${place}`);
    return file;
  } catch (error) {
    await failRecord(query, id, (error as Error).message).catch(() => {});
    throw error;
  }
}

export type RotationOptions = {
  siteUrl: string;
  destination: Destination;
  keep: number;
  onProgress: (line: string) => void;
  now: Date;
};

/**
 * Deletes the backups of this site but the `keep` newest and the newest that was verified. Throws a ConfigurationError
 * when the destination cannot be used.
 */
export async function removeExpired(client: pg.Client, options: RotationOptions): Promise<void> {
  const { siteUrl, destination, keep, onProgress, now } = options;
  const query = queryOn(client);
  const verified = new Set(await listVerifiedFiles(query, destination.place));
  const names = backupsOf(siteUrl, await listNames(destination));
  for (const name of expiredBackups(names, keep, verified)) {
    await destination.remove(name);
    await recordRemoval(query, name, destination.place, now);
    onProgress(`Deleted ${name}: ${keep} newer backups are kept.`);
  }
}

/** Deletes what interrupted backups of this site have left. Throws a ConfigurationError as `removeExpired` does. */
export async function removeUnfinished(siteUrl: string, destination: Destination): Promise<void> {
  for (const name of unfinishedOf(siteUrl, await listNames(destination))) await destination.remove(name);
}

async function listNames(destination: Destination): Promise<string[]> {
  return (await destination.list()).map(({ name }) => name);
}
