import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigurationError } from '../configuration-error.ts';
import { isMarkedUnfinished } from './unfinished-cluster.ts';

/** The state of the bundled database in a data folder. */
export type ClusterState =
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
