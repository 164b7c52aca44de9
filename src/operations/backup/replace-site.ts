import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { clusterFolderOf } from '#backend/database/cluster-state.ts';
import { flushFolder } from '#backend/database/flush.ts';
import { ifMissing } from '#backend/database/if-missing.ts';
import { openClient } from '#backend/database/client.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { REMOVING } from './data-folder.ts';
import { SECRETS_FILE, STORAGE_FOLDER } from './settings.ts';
import {
  type RestoreMark,
  nextSecretsFile,
  readRestoreMark,
  removeRestoreMark,
  requireNoRestore,
  restoreCommand,
  writeRestoreMark,
} from './restore-mark.ts';

const CLUSTER = 'postgres';
const PARTS = [SECRETS_FILE, STORAGE_FOLDER, CLUSTER];

/** Whether the data folder has anything that a restore would replace. */
export async function isInUse(dataFolder: string): Promise<boolean> {
  const names = await namesIn(dataFolder);
  if (names.includes(SECRETS_FILE)) return true;
  return (
    (await namesIn(clusterFolderOf(dataFolder))).length > 0 ||
    (await namesIn(join(dataFolder, STORAGE_FOLDER))).length > 0
  );
}

/**
 * Replaces database, files and secrets of the data folder by those of the folder `built`; what was there is moved into a
 * new folder, whose path is returned, or null if nothing was there. `file` is what the command was given. After a crash
 * in between a start ends with an error, and this function or `swapBack` goes on from there.
 */
export async function swapIn(dataFolder: string, built: string, file: string, now: Date): Promise<string | null> {
  const names = await namesIn(dataFolder);
  const before = PARTS.filter((name) => names.includes(name));
  const begun = { database: 'bundled', wasEmpty: before.length === 0, replaced: replacedFolder(now), before } as const;
  const mark = await writeRestoreMark(dataFolder, { ...begun, file });
  const replaced = join(dataFolder, mark.replaced);
  await mkdir(replaced, { recursive: true, mode: 0o700 });
  await flushFolder(dataFolder);
  for (const name of PARTS) {
    // A part of an earlier attempt is there when that of the site was moved already.
    if (mark.before.includes(name) && !existsSync(join(replaced, name))) await move(dataFolder, replaced, name);
    else await rm(join(dataFolder, name), REMOVING);
    // Only a site without files lacks a part.
    if (name !== STORAGE_FOLDER || existsSync(join(built, name))) await move(built, dataFolder, name);
  }
  await removeRestoreMark(dataFolder);
  if ((await namesIn(replaced)).length > 0) return replaced;
  await rmdir(replaced);
  return null;
}

/** Puts back what an interrupted `swapIn` has replaced. It may be repeated after a crash. */
async function swapBack(dataFolder: string, mark: RestoreMark): Promise<void> {
  const replaced = join(dataFolder, mark.replaced);
  for (const name of PARTS) {
    const wasMoved = existsSync(join(replaced, name));
    if (wasMoved || !mark.before.includes(name)) await rm(join(dataFolder, name), REMOVING);
    if (wasMoved) await move(replaced, dataFolder, name);
  }
  await rm(replaced, REMOVING);
  await removeRestoreMark(dataFolder);
}

/** The name of the folder to which a restore moves what it replaces. */
export function replacedFolder(now: Date): string {
  return `replaced-${now.toISOString().replaceAll(/[:.]/g, '-')}`;
}

async function move(from: string, to: string, name: string): Promise<void> {
  await rename(join(from, name), join(to, name));
  for (const folder of [from, to]) await flushFolder(folder);
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(ifMissing([]));
}

/** Puts the secrets of the backup in place after its rows were committed, and ends the restore. It may be repeated. */
export async function completeRestore(dataFolder: string): Promise<void> {
  const next = nextSecretsFile(dataFolder);
  if (existsSync(next)) await rename(next, join(dataFolder, SECRETS_FILE));
  await flushFolder(dataFolder);
  await removeRestoreMark(dataFolder);
}

/**
 * Settles a restore that was interrupted, before the data folder is used. In an external database all rows were replaced
 * or none, so the site is whole, and a line for the operator is returned. Returns null when nothing was interrupted.
 * Throws a ConfigurationError with the two ways on where the site is not whole, or where there was none before. The
 * caller must hold the lock of the data folder; the database must answer.
 */
export async function settleRestore(dataFolder: string, databaseUrl: string | null): Promise<string | null> {
  const mark = readRestoreMark(dataFolder);
  if (!mark) return null;
  if (mark.database === 'bundled' || databaseUrl === null) requireNoRestore(dataFolder);
  if (await completeCommitted(dataFolder, databaseUrl!)) {
    return `The restore of ${mark.file} had replaced all rows when it was interrupted: the site is that of the backup.`;
  }
  if (mark.wasEmpty) requireNoRestore(dataFolder);
  await discard(dataFolder, mark);
  return (
    `The restore of ${mark.file} was interrupted before it replaced a row: the site is as it was before. ` +
    `To restore it, stop the site, then: ${restoreCommand(mark.file)}`
  );
}

/**
 * Goes back to the site that was there before an interrupted restore; returns a line for the operator. Throws a
 * ConfigurationError when none was interrupted, and when it cannot be taken back. The caller must hold the lock.
 */
export async function undoRestore(dataFolder: string, databaseUrl: string | null): Promise<string> {
  const mark = readRestoreMark(dataFolder);
  if (!mark) throw new ConfigurationError(`No restore into ${dataFolder} was interrupted. Nothing was changed.`);
  if (mark.database === 'bundled') await swapBack(dataFolder, mark);
  else if (databaseUrl === null)
    throw new ConfigurationError('The restore was one into DATABASE_URL, which is not set. Nothing was changed.');
  else if (await isCommitted(databaseUrl, mark)) {
    throw new ConfigurationError(
      'The restore had replaced all rows when it was interrupted, so there is no way back. The site is complete: start it.',
    );
  } else await discard(dataFolder, mark);
  return mark.wasEmpty
    ? 'The restore was taken back. There was no site before; a start creates a new one.'
    : 'The site is as it was before the restore. Start it: npm start';
}

/** Completes a restore into this database whose rows were committed. Returns whether there was one. */
export async function completeCommitted(dataFolder: string, databaseUrl: string): Promise<boolean> {
  const mark = readRestoreMark(dataFolder);
  if (mark?.database !== 'external' || !(await isCommitted(databaseUrl, mark))) return false;
  await completeRestore(dataFolder);
  return true;
}

/** Whether the transaction of the restore has replaced the rows. */
async function isCommitted(databaseUrl: string, { id }: RestoreMark): Promise<boolean> {
  await using client = await openClient(databaseUrl);
  const { rows } = await client.query(`select to_regclass('operator.restores') as name`);
  if (!rows[0]?.name) return false;
  const { rowCount } = await client.query('select from operator.restores where id = $1', [id]);
  return rowCount === 1;
}

/** The secrets that were there are still in place; their copy goes. */
async function discard(dataFolder: string, { replaced }: RestoreMark): Promise<void> {
  await rm(join(dataFolder, replaced), { recursive: true, force: true });
  await removeRestoreMark(dataFolder);
}
