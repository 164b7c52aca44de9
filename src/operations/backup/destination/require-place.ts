import { hostname } from 'node:os';
import { ConfigurationError } from '#backend/configuration-error.ts';
import type { BackupRecord } from '../records.ts';
import type { Destination } from './destination.ts';

/** A folder or store that has lost all backups that were made there. */
export class PlaceWithoutBackups extends ConfigurationError {}

type Row = Pick<BackupRecord, 'file' | 'place' | 'finished_at' | 'removed_at' | 'host'>;

/**
 * Requires that a place of backups is the one that was meant: a disk that is not mounted leaves an empty folder or none,
 * in which backups would fill the disk of the system. It is known by the backups that this machine made there. `records` has the newest first. Throws PlaceWithoutBackups.
 */
export async function requirePlace(destination: Destination, records: readonly Row[]): Promise<void> {
  const { place } = destination;
  const made = records.filter(
    ({ host, finished_at, removed_at, ...record }) =>
      record.place === place && host === hostname() && finished_at !== null && removed_at === null,
  );
  if (made.length === 0) return;
  const found = new Set((await destination.list()).map(({ name }) => name));
  if (made.some(({ file }) => found.has(file))) return;
  throw new PlaceWithoutBackups(
    `${place} has none of the backups that were made there (the last is ${made[0]!.file}). Is its disk mounted? ` +
      'If they were deleted on purpose, make one by hand: npm run backup',
  );
}
