import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clusterFolderOf } from '#backend/database/cluster-state.ts';
import { flushFolder } from '#backend/database/flush.ts';
import { unfinishedFolderOf } from '#backend/database/unfinished-cluster.ts';
import { SECRETS_FILE, STORAGE_FOLDER } from './build-data-folder.ts';

const CLUSTER = 'postgres';
const MARK = 'restoring-a-backup.txt';
const MARK_TEXT =
  'A restore was interrupted while it put the restored site in place. Run npm run restore again, with --force.\n';

/** Whether the data folder has anything that a restore would replace. */
export async function isInUse(dataFolder: string): Promise<boolean> {
  const names = await namesIn(dataFolder);
  if (names.includes(SECRETS_FILE)) return true;
  return (
    (await namesIn(clusterFolderOf(dataFolder))).length > 0 ||
    (await namesIn(join(dataFolder, STORAGE_FOLDER))).length > 0
  );
}

/** A move of one part of a data folder, which may be missing. */
export type SwapStep = { from: string; to: string; name: string };

/**
 * The moves that replace a site, in order. The secrets go first and come last, so that a start in between finds a database
 * without secrets, or no database and the mark of `swapIn`, and ends with an error.
 */
export function swapSteps(dataFolder: string, built: string, replaced: string): SwapStep[] {
  return [
    { from: dataFolder, to: replaced, name: SECRETS_FILE },
    { from: dataFolder, to: replaced, name: STORAGE_FOLDER },
    { from: built, to: dataFolder, name: STORAGE_FOLDER },
    { from: dataFolder, to: replaced, name: CLUSTER },
    { from: built, to: dataFolder, name: CLUSTER },
    { from: built, to: dataFolder, name: SECRETS_FILE },
  ];
}

/**
 * Replaces database, files and secrets of the data folder by those of the folder `built`; what was there is moved into a
 * new folder, whose path is returned, or null if nothing was there. After a crash between any two moves a start ends with
 * an error: it never begins with an empty site, nor with a part of each.
 */
export async function swapIn(dataFolder: string, built: string, now: Date): Promise<string | null> {
  const replaced = replacedFolderOf(dataFolder, now);
  await mkdir(replaced, { recursive: true, mode: 0o700 });
  await markSwap(dataFolder);
  for (const { from, to, name } of swapSteps(dataFolder, built, replaced)) {
    await rename(join(from, name), join(to, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    for (const folder of [from, to]) await flushFolder(folder);
  }
  await rm(unfinishedFolderOf(dataFolder), { recursive: true });
  if ((await namesIn(replaced)).length > 0) return replaced;
  await rmdir(replaced);
  return null;
}

/** A first start creates no database beside this folder, because it has not the mark of one (unfinished-cluster.ts). */
export async function markSwap(dataFolder: string): Promise<void> {
  const folder = unfinishedFolderOf(dataFolder);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  await writeFile(join(folder, MARK), MARK_TEXT, { flush: true });
  for (const changed of [folder, dataFolder]) await flushFolder(changed);
}

/** Where a restore moves what it replaces. */
export function replacedFolderOf(dataFolder: string, now: Date): string {
  return join(dataFolder, `replaced-${now.toISOString().replaceAll(/[:.]/g, '-')}`);
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}
