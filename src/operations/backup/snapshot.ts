import type pg from 'pg';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { type ArchivedFiles, listVersions } from './archive-files.ts';
import { queryOn } from './tables.ts';

/** Each attempt fails only if a file was uploaded and deleted within the milliseconds between snapshot and copy. */
const MOST_ATTEMPTS = 100;

export type Snapshot = {
  versions: string[];
  /** Files that a row names and that are missing in the site itself. */
  missing: string[];
};

/**
 * Runs `work` in one read-only snapshot of the database, after the archive has every file that a row of the snapshot
 * names. Most files are copied before the snapshot; those that were uploaded meanwhile, after it. When one of these is
 * deleted before it is copied, a newer snapshot is taken, in which its row is gone. So nothing is locked and no
 * deletion waits. A file that is missing in two snapshots is missing in the site.
 */
export async function withSnapshot<T>(
  client: pg.Client,
  files: ArchivedFiles,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const query = queryOn(client);
  const missing = new Set(await files.addAll(await listVersions(query)));
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    await query('begin isolation level repeatable read read only');
    const versions = await listVersions(query);
    const gone = await files.addAll(versions);
    if (gone.every((version) => missing.has(version))) {
      const result = await work({ versions, missing: gone });
      await query('commit');
      return result;
    }
    await query('rollback');
    missing.clear();
    for (const version of gone) missing.add(version);
  }
  throw new ConfigurationError(
    `Files were deleted faster than they could be copied, ${MOST_ATTEMPTS} times in a row. Try again when fewer are changed.`,
  );
}
