import type pg from 'pg';
import { formatSeconds } from '#contract/amounts.ts';
import { buildDataFolder, openBackup, withWorkFolder } from './data-folder.ts';
import { openDestination, placeOf, requireSpaceToVerify } from './destination.ts';
import type { FoundBackup } from './find-backup.ts';
import { type MakeOptions, makeBackup, removeExpired } from './make-backup.ts';
import { type Manifest, describeContent } from './manifest.ts';
import { findUnverified, listBackupRecords, recordVerification } from './records.ts';
import type { BackupSettings } from './settings.ts';
import { queryOn } from './tables.ts';

export type VerifyOptions = Pick<MakeOptions, 'onProgress' | 'now'> & {
  /** Opens the pages of a site with this data folder. Throws when one of them cannot be read. */
  openPages: (dataFolder: string) => Promise<void>;
};

/**
 * Verifies a backup and records the outcome. `client` is that of `withBackupLock`. Throws a ConfigurationError that says
 * what is wrong.
 */
export async function verifyBackup(
  client: pg.Client,
  settings: BackupSettings,
  found: FoundBackup,
  options: VerifyOptions,
): Promise<void> {
  const { file, place } = found;
  const query = queryOn(client);
  const record = (error: string | null): Promise<void> =>
    recordVerification(query, { file, place, error, now: options.now() });
  try {
    await requireSpaceToVerify(query, settings.dataFolder);
    const begun = options.now();
    const manifest = await restoreOnTrial(settings, found, options);
    const what = describeContent(manifest);
    const seconds = formatSeconds(begun, options.now());
    options.onProgress(
      `Verified ${found.label} of ${manifest.createdAt}: ${what} are there, and the pages open (${seconds}).`,
    );
  } catch (error) {
    await record((error as Error).message).catch(() => {});
    throw error;
  }
  await record(null);
}

/**
 * Restores a backup into a scratch data folder with a PostgreSQL of its own, compares counts and checksums of all rows
 * and files, and opens the pages. The site is not touched.
 */
async function restoreOnTrial(
  { dataFolder, passphrase }: BackupSettings,
  found: FoundBackup,
  { openPages, onProgress }: VerifyOptions,
): Promise<Manifest> {
  return withWorkFolder(dataFolder, 'verify', async (workFolder) => {
    const backup = await openBackup(found, workFolder, passphrase);
    await openPages(await buildDataFolder(backup, workFolder, { store: null, onProgress }));
    return backup.manifest;
  });
}

/**
 * Makes a backup and verifies it, or verifies the last one if only that has failed. Deletes old ones in any case: a
 * verification that fails must not let them fill the disk. `client` is that of `withBackupLock`.
 */
export async function runScheduledBackup(
  client: pg.Client,
  settings: BackupSettings,
  options: Omit<MakeOptions, 'isScheduled'> & VerifyOptions,
): Promise<void> {
  const { to } = settings;
  try {
    const file =
      (await findLast(client, settings, options.now())) ??
      (await makeBackup(client, settings, { ...options, isScheduled: true }));
    const open = async () => (await (await openDestination(to)).read(file))!.content;
    await verifyBackup(client, settings, { label: file, file, place: placeOf(to), open }, options);
  } finally {
    await removeExpired(client, settings, options);
  }
}

/** The backup that is to be verified again, if its file is still there. */
async function findLast(client: pg.Client, { to, everyMs }: BackupSettings, now: Date): Promise<string | null> {
  if (everyMs === null) return null;
  const file = findUnverified(await listBackupRecords(queryOn(client)), { place: placeOf(to), everyMs, now });
  if (file === null) return null;
  const stored = await (await openDestination(to)).list().catch(() => []);
  return stored.some(({ name }) => name === file) ? file : null;
}
