import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { RunQuery } from '#backend/database/connect.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import type { DestinationSettings } from './destination/destination.ts';
import { describeDiskError } from './disk-errors.ts';
import { formatBytes } from './texts.ts';

/** A second PostgreSQL without rows (45 MB and its log), and what the site writes meanwhile. */
const VERIFICATION_BYTES = 256 * 1024 * 1024;

/** The size of the database and of the uploaded files, in bytes: what a backup has before it is compressed. */
async function sizeOfData(query: RunQuery): Promise<number> {
  const { rows } = await query(
    `select (pg_database_size(current_database())
       + coalesce((select sum((metadata->>'size')::bigint) from storage.objects), 0))::float8 as bytes`,
  );
  return Number(rows[0]?.['bytes']);
}

/**
 * Throws a ConfigurationError when a folder of backups has no space for the data, or for twice the data on the disk of
 * the data folder, which a backup must not fill. What a store has is not known.
 */
export async function requireSpaceToMake(query: RunQuery, to: DestinationSettings, dataFolder: string): Promise<void> {
  if (to.kind === 's3') return;
  const found = await stat(to.folder).catch(() => null);
  // Or the folder in which it will be created.
  const folder = found ? to.folder : dirname(to.folder);
  const there =
    found ??
    (await stat(folder).catch((error: unknown) => {
      throw describeDiskError(to.folder, error);
    }));
  const here = await stat(dataFolder);
  const bytes = (await sizeOfData(query)) * (there.dev === here.dev ? 2 : 1);
  await requireFree(folder, bytes, 'No backup was made');
}

/** Throws a ConfigurationError when the data folder has no space to extract a backup and to load it into a database. */
export async function requireSpaceToVerify(query: RunQuery, dataFolder: string): Promise<void> {
  await requireFree(dataFolder, 2 * (await sizeOfData(query)) + VERIFICATION_BYTES, 'The backup was not verified');
}

async function requireFree(folder: string, needed: number, what: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= needed) return;
  throw new ConfigurationError(
    `${what}: ${formatBytes(needed)} are needed on the disk of ${folder}, ${formatBytes(free)} are free.`,
  );
}
