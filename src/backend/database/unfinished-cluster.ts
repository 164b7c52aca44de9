import { mkdir, readdir, rm, rmdir, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigurationError } from '#contract/configuration-error.ts';
import { flushFolder } from './flush.ts';

/**
 * A first start works in `<dataFolder>/postgres.unfinished` and marks it with this file before it writes anything else,
 * the secrets included. So the mark says: whatever lies here was never used, and may be cleared. It is taken away when
 * the database is complete.
 */
const MARKER = 'creating-the-database.txt';
const WORDS = `The first start is creating the database here. If it was interrupted, the next start clears this folder.\n`;
/** A process that outlived a killed start may still write into the folder while it is cleared. */
const CLEARING = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 } as const;

export function unfinishedFolderOf(dataFolder: string): string {
  return join(dataFolder, 'postgres.unfinished');
}

/** Whether a first start was begun and not completed. An empty folder counts: the mark comes first and goes last. */
export async function isMarkedUnfinished(dataFolder: string): Promise<boolean> {
  const names = await listUnfinished(dataFolder);
  return names !== null && (names.length === 0 || names.includes(MARKER));
}

/**
 * Marks the data folder as one whose database is not yet complete, durably, and clears what an earlier try has left.
 * Returns the folder to work in. Throws a ConfigurationError when the folder is there without the mark.
 */
export async function beginCluster(dataFolder: string): Promise<string> {
  const folder = unfinishedFolderOf(dataFolder);
  await requireOurs(dataFolder);
  await clearExceptMarker(dataFolder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, MARKER), WORDS, { flush: true });
  await flushFolder(folder);
  await flushFolder(dataFolder);
  return folder;
}

/** Removes the marked folder, the mark last. Does nothing to a folder without the mark. */
export async function endUnfinished(dataFolder: string): Promise<void> {
  if (!(await isMarkedUnfinished(dataFolder))) return;
  const folder = unfinishedFolderOf(dataFolder);
  await clearExceptMarker(dataFolder);
  await unlink(join(folder, MARKER)).catch(ignoreMissing);
  await rmdir(folder);
}

async function requireOurs(dataFolder: string): Promise<void> {
  if ((await listUnfinished(dataFolder)) === null || (await isMarkedUnfinished(dataFolder))) return;
  const folder = unfinishedFolderOf(dataFolder);
  throw new ConfigurationError(
    `${folder} is in the way: it does not carry the mark of an unfinished first start, so it is not cleared. ` +
      'Nothing was changed.\nMove it away, then start again.',
  );
}

async function clearExceptMarker(dataFolder: string): Promise<void> {
  const folder = unfinishedFolderOf(dataFolder);
  for (const name of (await listUnfinished(dataFolder)) ?? []) {
    if (name !== MARKER) await rm(join(folder, name), CLEARING);
  }
}

async function listUnfinished(dataFolder: string): Promise<string[] | null> {
  return readdir(unfinishedFolderOf(dataFolder)).catch(ignoreMissing);
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
