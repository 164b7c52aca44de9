import { access, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { clusterFolderOf } from '#backend/database/cluster-state.ts';
import { flushFolder } from '#backend/database/flush.ts';
import { SECRETS_FILE, STORAGE_FOLDER } from './build-data-folder.ts';
import { type RestoreMark, removeRestoreMark, writeRestoreMark } from './restore-mark.ts';

const CLUSTER = 'postgres';
const PARTS = [SECRETS_FILE, STORAGE_FOLDER, CLUSTER];
const REMOVING = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 } as const;

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
    if (mark.before.includes(name) && !(await exists(join(replaced, name)))) await move(dataFolder, replaced, name);
    else await rm(join(dataFolder, name), REMOVING);
    if (await exists(join(built, name))) await move(built, dataFolder, name);
  }
  await removeRestoreMark(dataFolder);
  if ((await namesIn(replaced)).length > 0) return replaced;
  await rmdir(replaced);
  return null;
}

/** Puts back what an interrupted `swapIn` has replaced. It may be repeated after a crash. */
export async function swapBack(dataFolder: string, mark: RestoreMark): Promise<void> {
  const replaced = join(dataFolder, mark.replaced);
  for (const name of PARTS) {
    const wasMoved = await exists(join(replaced, name));
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

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}
