import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { asBackend } from '#backend/database/as-caller.ts';
import { formatBytes } from '#contract/amounts.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { createBackup } from '#operations/backup/create-backup.ts';
import { openDestination } from '#operations/backup/destination.ts';
import { findBackup } from '#operations/backup/find-backup.ts';
import { makeBackup, sourceOf, withBackupLock } from '#operations/backup/make-backup.ts';
import { backupsOf } from '#operations/backup/names.ts';
import { type BackupRecord, listBackupRecords } from '#operations/backup/records.ts';
import type { BackupSettings } from '#operations/backup/settings.ts';
import { runScheduledBackup, verifyBackup } from '#operations/backup/verify-backup.ts';
import { type Config, pathOf, readConfig, readSettings } from '#server/config.ts';
import { parseDestination } from '#server/config/variables.ts';
import { fileOrName, runProgram } from './command-line.ts';
import { readDatabase, withOwnerUrl } from './open-database.ts';
import { openPages } from './open-pages.ts';

const USAGE = `npm run backup -- [COMMAND] [--to PLACE]

  (no command)      make a backup; the site may run
  verify [FILE]     restore a backup (the newest without FILE) into a scratch database, compare counts and checksums,
                    and open the pages; the site is not touched
  list [--json]     list the backups in the place, newest first
  scheduled         make a backup, verify it, and delete old ones, as BACKUP_EVERY does

  --to PLACE        a folder, s3://key:secret@host/bucket, or - for standard output; BACKUP_TO without it, else
                    DATA_DIR/backups. With npm write "npm run --silent backup -- --to -" for standard output.
BACKUP_PASSPHRASE encrypts, and decrypts for verify. BACKUP_KEEP is how many "scheduled" keeps.`;

/** Progress goes to standard error: standard output may be the backup. */
const onProgress = (line: string): void => console.error(line);
const now = (): Date => new Date();
const verifying = { openPages, onProgress, now };

const OPTIONS = { to: { type: 'string' }, json: { type: 'boolean', default: false } } as const;

await runProgram(USAGE, OPTIONS, async (values, [name, file, ...others]) => {
  const config = withDestination(readConfig(), values.to);
  if (name === undefined) await create(config, values.to === '-');
  else if (name === 'verify' && others.length === 0) await verify(config, file && fileOrName(file));
  else if (name === 'list' && file === undefined) await list(config, values.json);
  else if (name === 'scheduled' && file === undefined) await scheduled(config);
  else return 'usage';
  return 0;
});

function withDestination(config: Config, text: string | undefined): Config {
  if (text === undefined || text === '-') return config;
  const to = parseDestination(text.includes('://') ? text : pathOf(text));
  if (to === 'invalid')
    throw new ConfigurationError('--to cannot be read. Write a folder, s3://key:secret@host/bucket, or -');
  return { ...config, backup: { ...config.backup, to } };
}

/** Makes a backup, in the destination of the configuration or on standard output. */
async function create(config: Config, toOutput: boolean): Promise<void> {
  const { backup: settings } = config;
  const { passphrase } = settings;
  await withOwnerUrl(config, async (ownerUrl) => {
    const given = { ownerUrl, variables: readSettings() };
    if (toOutput) {
      const source = await sourceOf(settings, given);
      await createBackup({ source, write: writeOutput, name: '-', passphrase, onProgress, now: now() });
      return;
    }
    await withBackupLock(ownerUrl, (client) =>
      makeBackup(client, settings, { ...given, isScheduled: false, onProgress, now }),
    );
    if (!passphrase)
      onProgress('This backup is not encrypted and contains every secret of the site. Set BACKUP_PASSPHRASE.');
  });
}

async function writeOutput(_name: string, content: Readable): Promise<number> {
  let bytes = 0;
  content.on('data', (piece: Uint8Array) => (bytes += piece.length));
  await pipeline(content, process.stdout);
  return bytes;
}

async function verify(config: Config, file: string | undefined): Promise<void> {
  const found = await findBackup(config.backup, file);
  await withOwnerUrl(config, (ownerUrl) =>
    withBackupLock(ownerUrl, (client) => verifyBackup(client, config.backup, found, verifying)),
  );
}

async function scheduled(config: Config): Promise<void> {
  await withOwnerUrl(config, (ownerUrl) =>
    withBackupLock(ownerUrl, (client) =>
      runScheduledBackup(client, config.backup, { ownerUrl, variables: readSettings(), ...verifying }),
    ),
  );
}

type Listed = { file: string; bytes: number; record: BackupRecord | null };

/** Lists what lies in the destination, with what the database knows of it, where there is a database. */
async function list(config: Config, asJson: boolean): Promise<void> {
  const { place, listed } = await listFiles(config, config.backup);
  if (asJson) console.log(JSON.stringify(listed, null, 2));
  else if (listed.length === 0) console.log(`There is no backup in ${place}.`);
  else console.log([place, ...listed.map(describe)].join('\n'));
}

async function listFiles(
  config: Config,
  { to, siteUrl }: BackupSettings,
): Promise<{ place: string; listed: Listed[] }> {
  const { place, list: listStored } = await openDestination(to);
  const sizes = new Map((await listStored()).map(({ name, bytes }) => [name, bytes]));
  // A machine without a database lists the files all the same.
  const records = await readDatabase(config, (database) => asBackend(database, listBackupRecords)).catch(() => []);
  const recordOf = (name: string) => records.find((record) => record.file === name && record.place === place) ?? null;
  const listed = backupsOf(siteUrl, [...sizes.keys()]).map((file) => ({
    file,
    bytes: sizes.get(file) ?? 0,
    record: recordOf(file),
  }));
  return { place, listed };
}

function describe({ file, bytes, record }: Listed): string {
  const verified = record?.verified_at
    ? `verified ${record.verified_at.slice(0, 16).replace('T', ' ')} UTC`
    : 'not verified';
  return `  ${file}  ${formatBytes(bytes)}, ${verified}${record?.error ? `: ${record.error.split('\n')[0]}` : ''}`;
}
