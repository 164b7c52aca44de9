import { openDestination } from '#backup/destination/destination.ts';
import { makeBackup, removeExpired, withBackupLock } from '#backup/make-backup.ts';
import type { Config } from '#server/config.ts';
import { withOwnerUrl } from '../open-database.ts';
import { sourceOf } from './source-of.ts';
import { verifyAndRecord } from './verify.ts';

/** Makes a backup, verifies it, and only then deletes old ones. */
export async function scheduledCommand(config: Config): Promise<void> {
  const { to, passphrase, keep } = config.backup;
  const { siteUrl } = config;
  const onProgress = (line: string): void => console.error(line);
  const now = (): Date => new Date();
  await withOwnerUrl(config, async (ownerUrl) => {
    const destination = await openDestination(to);
    const { place } = destination;
    const source = await sourceOf(config, ownerUrl);
    await withBackupLock(ownerUrl, async (client) => {
      const file = await makeBackup(client, { source, destination, passphrase, onProgress, now });
      const open = async () => (await destination.read(file))!.content;
      await verifyAndRecord(client, config, { label: file, file, place, open });
      await removeExpired(client, { siteUrl, destination, keep, onProgress, now: now() });
    });
  });
}
