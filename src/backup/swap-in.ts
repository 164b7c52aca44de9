import { mkdir, readdir, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { clusterFolderOf } from '#backend/database/cluster-state.ts';
import { flushFolder } from '#backend/database/flush.ts';
import { SECRETS_FILE, STORAGE_FOLDER } from './build-data-folder.ts';

const CLUSTER = 'postgres';

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
 * new folder, whose path is returned, or null if nothing was there. After a crash between any two steps a start ends with
 * an error (secrets without their database, or a database with the secrets of another): it never begins with an empty
 * site, nor with a part of each.
 */
export async function swapIn(dataFolder: string, built: string, now: Date): Promise<string | null> {
  const replaced = replacedFolderOf(dataFolder, now);
  await mkdir(replaced, { recursive: true, mode: 0o700 });
  const step = async (from: string, to: string, name: string): Promise<void> => {
    await rename(join(from, name), join(to, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    for (const folder of [from, to]) await flushFolder(folder);
  };
  await step(dataFolder, replaced, SECRETS_FILE);
  await step(dataFolder, replaced, STORAGE_FOLDER);
  await step(built, dataFolder, STORAGE_FOLDER);
  await step(built, dataFolder, SECRETS_FILE);
  await step(dataFolder, replaced, CLUSTER);
  await step(built, dataFolder, CLUSTER);
  if ((await namesIn(replaced)).length > 0) return replaced;
  await rmdir(replaced);
  return null;
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
