import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBackup } from '#backup/create-backup.ts';
import { openDestination } from '#backup/destination/destination.ts';
import { makeBackup, withBackupLock } from '#backup/make-backup.ts';
import type { Config } from '#server/config.ts';
import { withOwnerUrl } from '../open-database.ts';
import { sourceOf } from './source-of.ts';

/** Progress goes to standard error: standard output may be the backup. */
const onProgress = (line: string): void => console.error(line);

/** Makes a backup, in the destination of the configuration or on standard output. */
export async function createCommand(config: Config, toOutput: boolean): Promise<void> {
  const { to, passphrase } = config.backup;
  await withOwnerUrl(config, async (ownerUrl) => {
    const source = await sourceOf(config, ownerUrl);
    if (toOutput) {
      await createBackup({ source, write: writeOutput, name: '-', passphrase, onProgress, now: new Date() });
      return;
    }
    const destination = await openDestination(to);
    const make = { source, destination, passphrase, onProgress, now: () => new Date() };
    await withBackupLock(ownerUrl, (client) => makeBackup(client, make));
    if (!passphrase) onProgress('It is not encrypted and holds every secret of the site. BACKUP_PASSPHRASE encrypts.');
  });
}

async function writeOutput(_name: string, content: Readable): Promise<number> {
  let bytes = 0;
  content.on('data', (piece: Uint8Array) => (bytes += piece.length));
  await pipeline(content, process.stdout);
  return bytes;
}
