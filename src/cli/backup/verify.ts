import { totalsOf } from '#operations/backup/manifest.ts';
import { withBackupLock } from '#operations/backup/make-backup.ts';
import { recordVerification } from '#operations/backup/records.ts';
import { requireSpaceToVerify } from '#operations/backup/space.ts';
import { queryOn } from '#operations/backup/tables.ts';
import { formatBytes, formatSeconds } from '#operations/backup/texts.ts';
import { verifyBackup } from '#operations/backup/verify-backup.ts';
import { withWorkFolder } from '#operations/backup/work-folder.ts';
import type pg from 'pg';
import type { Config } from '#server/config.ts';
import { SUPABASE_FOLDER } from '#server/installation.ts';
import { withOwnerUrl } from '../open-database.ts';
import { type FoundBackup, findBackup } from './find-backup.ts';
import { openPages } from './open-pages.ts';

/** Verifies a backup. The outcome is recorded where the site has a database. */
export async function verifyCommand(config: Config, file: string | undefined): Promise<void> {
  const found = await findBackup(config, file);
  await withOwnerUrl(config, (ownerUrl) =>
    withBackupLock(ownerUrl, (client) => verifyAndRecord(client, config, found)),
  );
}

/** The same for a caller that has the lock of backups. */
export async function verifyAndRecord(client: pg.Client, config: Config, found: FoundBackup): Promise<void> {
  const { file, place } = found;
  const record = (error: string | null): Promise<void> =>
    recordVerification(queryOn(client), { file, place, error, now: new Date() });
  try {
    await requireSpaceToVerify(queryOn(client), config.dataFolder);
    await verify(config, found);
  } catch (error) {
    await record((error as Error).message).catch(() => {});
    throw error;
  }
  await record(null);
}

async function verify(config: Config, { label, open }: FoundBackup): Promise<void> {
  const begun = new Date();
  const manifest = await withWorkFolder(config.dataFolder, 'verify', async (workFolder) =>
    verifyBackup({
      source: await open(),
      label,
      workFolder,
      passphrase: config.backup.passphrase,
      supabaseFolder: SUPABASE_FOLDER,
      openPages,
      onProgress: console.error,
      onError: console.error,
    }),
  );
  const { rows, tables, files, fileBytes } = totalsOf(manifest);
  const what = `${rows} rows of ${tables} tables and ${files} files (${formatBytes(fileBytes)})`;
  console.error(
    `Verified ${label} of ${manifest.createdAt}: ${what} are there, and the pages open (${formatSeconds(begun, new Date())}).`,
  );
}
