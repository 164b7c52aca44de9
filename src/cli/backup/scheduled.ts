import type pg from 'pg';
import { openDestination, placeOf } from '#operations/backup/destination/destination.ts';
import { ownerFor } from '#operations/backup/destination/folder.ts';
import { requirePlace } from '#operations/backup/destination/require-place.ts';
import { findUnverified } from '#operations/backup/due.ts';
import { makeBackup, removeExpired, removeUnfinished, withBackupLock } from '#operations/backup/make-backup.ts';
import { listBackupRecords } from '#operations/backup/records.ts';
import { requireSpaceToMake } from '#operations/backup/space.ts';
import { queryOn } from '#operations/backup/tables.ts';
import type { Config } from '#server/config.ts';
import { withOwnerUrl } from '../open-database.ts';
import { sourceOf } from './source-of.ts';
import { verifyAndRecord } from './verify.ts';

/** Where progress is printed. */
const onProgress = (line: string): void => console.error(line);
const now = (): Date => new Date();

/**
 * Makes a backup and verifies it, or verifies the last one if only that has failed. Deletes old ones in any case: a
 * verification that fails must not let them fill the disk.
 */
export async function scheduledCommand(config: Config): Promise<void> {
  const { to, keep } = config.backup;
  await withOwnerUrl(config, (ownerUrl) =>
    withBackupLock(ownerUrl, async (client) => {
      try {
        const file = (await findLast(client, config)) ?? (await make(client, config, ownerUrl));
        await verify(client, config, file);
      } finally {
        const destination = await openDestination(to);
        await removeExpired(client, { siteUrl: config.siteUrl, destination, keep, onProgress, now: now() });
      }
    }),
  );
}

/** The backup that is to be verified again, if its file is still there. */
async function findLast(client: pg.Client, { backup: { to, everyMs } }: Config): Promise<string | null> {
  if (everyMs === null) return null;
  const file = findUnverified(await listBackupRecords(queryOn(client)), { place: placeOf(to), everyMs, now: now() });
  if (file === null) return null;
  const there = await (await openDestination(to)).list().catch(() => []);
  return there.some(({ name }) => name === file) ? file : null;
}

function make(client: pg.Client, config: Config, ownerUrl: string): Promise<string> {
  const { siteUrl, dataFolder, backup } = config;
  const query = queryOn(client);
  const prepare = async () => {
    const destination = await openDestination(backup.to, await ownerFor(dataFolder));
    await requirePlace(destination, await listBackupRecords(query));
    await removeUnfinished(siteUrl, destination);
    await requireSpaceToMake(query, backup.to, dataFolder);
    return { source: await sourceOf(config, ownerUrl), destination };
  };
  const { passphrase } = backup;
  return makeBackup(client, {
    prepare,
    siteUrl,
    place: placeOf(backup.to),
    passphrase,
    verifies: true,
    onProgress,
    now,
  });
}

async function verify(client: pg.Client, config: Config, file: string): Promise<void> {
  const { to } = config.backup;
  const open = async () => (await (await openDestination(to)).read(file))!.content;
  await verifyAndRecord(client, config, { label: file, file, place: placeOf(to), open });
}
