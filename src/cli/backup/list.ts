import { openDestination } from '#operations/backup/destination/destination.ts';
import { backupsOf } from '#operations/backup/names.ts';
import { type BackupRecord, listBackupRecords } from '#operations/backup/records.ts';
import { formatBytes } from '#operations/backup/texts.ts';
import { asBackend } from '#backend/database/as-caller.ts';
import type { Config } from '#server/config.ts';
import { readDatabase } from '../open-database.ts';

type Listed = { file: string; bytes: number; record: BackupRecord | null };

/** Lists what lies in the destination, with what the database knows of it, where there is a database. */
export async function listCommand(config: Config, asJson: boolean): Promise<void> {
  const destination = await openDestination(config.backup.to);
  const files = await destination.list();
  const names = backupsOf(
    config.siteUrl,
    files.map(({ name }) => name),
  );
  const records = await readRecords(config);
  const listed = names.map((name): Listed => ({
    file: name,
    bytes: files.find((found) => found.name === name)?.bytes ?? 0,
    record: records.find(({ file, place }) => file === name && place === destination.place) ?? null,
  }));
  if (asJson) return console.log(JSON.stringify(listed, null, 2));
  if (listed.length === 0) return console.log(`There is no backup in ${destination.place}.`);
  console.log([destination.place, ...listed.map(describe)].join('\n'));
}

/** A machine without a database lists the files all the same. */
async function readRecords(config: Config): Promise<BackupRecord[]> {
  return readDatabase(config, (database) => asBackend(database, listBackupRecords)).catch(() => []);
}

function describe({ file, bytes, record }: Listed): string {
  const verified = record?.verified_at
    ? `verified ${record.verified_at.slice(0, 16).replace('T', ' ')} UTC`
    : 'not verified';
  return `  ${file}  ${formatBytes(bytes)}, ${verified}${record?.error ? `: ${record.error.split('\n')[0]}` : ''}`;
}
