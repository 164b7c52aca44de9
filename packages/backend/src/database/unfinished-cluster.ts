import { mkdir, readdir, rm, rmdir, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigurationError } from '../configuration-error.ts';
import { flushFolder } from './flush.ts';

/**
 * A first start works in `<dataFolder>/postgres.unfinished` and creates this file there before anything else, including
 * the secrets. The mark means that nothing here was ever used and may be deleted. It is removed when the database is
 * complete.
 */
const MARKER = 'creating-the-database.txt';
const WORDS = `The first start is creating the database here. If it was interrupted, the next start clears this folder.\n`;
/** A process that survived a killed start may still write into the folder. */
const CLEARING = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 } as const;

/** The folder in which a first start creates the database. */
export function unfinishedFolderOf(dataFolder: string): string {
  return join(dataFolder, 'postgres.unfinished');
}

/** Whether a first start was interrupted. An empty folder counts: the mark is created first and removed last. */
export async function isMarkedUnfinished(dataFolder: string): Promise<boolean> {
  const names = await listUnfinished(dataFolder);
  return names !== null && (names.length === 0 || names.includes(MARKER));
}

/**
 * Marks the database in the data folder as incomplete, durably, and deletes what an earlier attempt left. Returns the
 * folder to work in. Throws a ConfigurationError when the folder exists without the mark.
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

/** Removes the marked folder, the mark last. Does nothing without the mark. */
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
