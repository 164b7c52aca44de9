import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { asBackend } from '#backend/database/as-caller.ts';
import type { DatabasePool } from '#backend/database/connect.ts';
import { type DestinationSettings, openDestination } from '#operations/backup/destination/destination.ts';
import { requirePlace } from '#operations/backup/destination/require-place.ts';
import { listBackupRecords } from '#operations/backup/records.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { type Verdict, bad, good } from '../finding.ts';

const REMEDY = 'Correct BACKUP_TO, or what it names: without it no backup is made.';

/** Checks that backups can be written, by a small file that is removed. Throws as `asBackend` does. */
export async function checkBackupPlace(database: DatabasePool, to: DestinationSettings): Promise<Verdict> {
  const records = await asBackend(database, listBackupRecords);
  try {
    const destination = await openDestination(to);
    await requirePlace(destination, records);
    // The first backup creates it, without its parents.
    if (to.kind === 'folder' && !existsSync(to.folder) && existsSync(dirname(to.folder)))
      return good(`The first backup creates ${to.folder}.`);
    const name = `write-test-${randomUUID()}`;
    await destination.write(name, Readable.from(['x']));
    await destination.remove(name);
    return good(`${destination.place} can be written.`);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return bad(error.message, REMEDY);
  }
}
