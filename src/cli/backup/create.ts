import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBackup } from '#operations/backup/create-backup.ts';
import { openDestination, placeOf } from '#operations/backup/destination/destination.ts';
import { ownerFor } from '#operations/backup/destination/folder.ts';
import { PlaceWithoutBackups, requirePlace } from '#operations/backup/destination/require-place.ts';
import { makeBackup, withBackupLock } from '#operations/backup/make-backup.ts';
import { listBackupRecords } from '#operations/backup/records.ts';
import { queryOn } from '#operations/backup/tables.ts';
import type { Config } from '#server/config.ts';
import { withOwnerUrl } from '../open-database.ts';
import { sourceOf } from './source-of.ts';

/** Progress goes to standard error: standard output may be the backup. */
const onProgress = (line: string): void => console.error(line);

/** Makes a backup, in the destination of the configuration or on standard output. */
export async function createCommand(config: Config, toOutput: boolean): Promise<void> {
  const { to, passphrase } = config.backup;
  await withOwnerUrl(config, async (ownerUrl) => {
    if (toOutput) {
      const source = await sourceOf(config, ownerUrl);
      await createBackup({ source, write: writeOutput, name: '-', passphrase, onProgress, now: new Date() });
      return;
    }
    await withBackupLock(ownerUrl, (client) => {
      const prepare = async () => {
        const destination = await openDestination(to, await ownerFor(config.dataFolder));
        // A person who deleted the old backups on purpose may begin anew.
        await requirePlace(destination, await listBackupRecords(queryOn(client))).catch((error: Error) => {
          if (!(error instanceof PlaceWithoutBackups)) throw error;
          onProgress(error.message);
        });
        return { source: await sourceOf(config, ownerUrl), destination };
      };
      const { siteUrl } = config;
      return makeBackup(client, {
        prepare,
        siteUrl,
        place: placeOf(to),
        passphrase,
        verifies: false,
        onProgress,
        now: () => new Date(),
      });
    });
    if (!passphrase) onProgress('It is not encrypted and holds every secret of the site. BACKUP_PASSPHRASE encrypts.');
  });
}

async function writeOutput(_name: string, content: Readable): Promise<number> {
  let bytes = 0;
  content.on('data', (piece: Uint8Array) => (bytes += piece.length));
  await pipeline(content, process.stdout);
  return bytes;
}
