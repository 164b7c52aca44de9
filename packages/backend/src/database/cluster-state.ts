import { mkdir, readFile, readdir, rm, rmdir, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigurationError } from '../configuration-error.ts';
import { flushFolder } from './flush.ts';
import { ifMissing } from './if-missing.ts';

/** The state of the bundled database in a data folder. */
type ClusterState =
  /** No folder, or an empty one, and no mark of a first start. */
  | { kind: 'missing' | 'empty' }
  /** A first start was interrupted before the database was complete; it has never been used. */
  | { kind: 'unfinished' }
  /** A complete database of this major version of PostgreSQL. */
  | { kind: 'complete'; major: number };

/** The folder of the bundled database in a data folder. */
export function clusterFolderOf(dataFolder: string): string {
  return join(dataFolder, 'postgres');
}

/**
 * Inspects `<dataFolder>/postgres` without changing it. Throws a ConfigurationError for anything but a database that
 * this product can read: an error of the disk or of permissions must not be taken for a missing database.
 */
export async function inspectCluster(dataFolder: string): Promise<ClusterState> {
  const folder = clusterFolderOf(dataFolder);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw unusable(folder, `it cannot be read (${error.code})`);
  });
  if (names !== null && names.length > 0) return { kind: 'complete', major: await readMajor(folder) };
  if (await isMarkedUnfinished(dataFolder)) return { kind: 'unfinished' };
  return { kind: names === null ? 'missing' : 'empty' };
}

/** Throws a ConfigurationError unless the data is of the bundled major version, the only one that it can read. */
export function requireMajor(dataFolder: string, found: number, bundled: number): void {
  if (found === bundled) return;
  throw new ConfigurationError(
    `${clusterFolderOf(dataFolder)} holds data of PostgreSQL ${found}; this version of the site needs PostgreSQL ${bundled}. ` +
      'Nothing was changed.\n' +
      'Run `npm run backup` with the version of the site that made the data, then `npm run restore -- FILE` with this one.\n' +
      `Or run PostgreSQL ${found} yourself on that folder, and \`npm run move -- --from DATABASE_URL\`: docs/upgrades.md.`,
  );
}

async function readMajor(folder: string): Promise<number> {
  const text = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw unusable(
      folder,
      error.code === 'ENOENT' ? 'its file PG_VERSION is missing' : `its file PG_VERSION cannot be read (${error.code})`,
    );
  });
  if (!/^\d+\s*$/.test(text)) throw unusable(folder, 'its file PG_VERSION is empty or damaged');
  return Number(text);
}

function unusable(folder: string, why: string): ConfigurationError {
  return new ConfigurationError(
    `The database folder ${folder} cannot be used: ${why}. Nothing was changed.\n` +
      'Check its disk and its permissions, or restore the folder from a backup, then start again.',
  );
}

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
async function isMarkedUnfinished(dataFolder: string): Promise<boolean> {
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
  await unlink(join(folder, MARKER)).catch(ifMissing(null));
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
  return readdir(unfinishedFolderOf(dataFolder)).catch(ifMissing(null));
}
