import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { createClient } from '#backend/database/client.ts';
import { archiveFiles } from './archive-files.ts';
import { archiveRows } from './archive-rows.ts';
import { prepareCopy } from './copy.ts';
import type { Destination } from './destination/destination.ts';
import { ENTRIES, FORMAT, type Header, type Manifest, PRODUCT, totalsOf } from './manifest.ts';
import { listMigrationNames } from './migration-names.ts';
import { type FilePlace, openSiteFiles } from './site-files.ts';
import { type Snapshot, withSnapshot } from './snapshot.ts';
import { listSequences, listTables, plainName, queryOn } from './tables.ts';
import { formatBytes } from './texts.ts';
import { type Archive, ArchiveClosed, createArchive } from './write-archive.ts';

export type BackupSource = {
  /** The URL of the login that owns the tables. */
  databaseUrl: string;
  files: FilePlace;
  /** The content of secrets.json. */
  secrets: Buffer;
  /** The variables of the product that are set (config.ts, `readSettings`). */
  settings: Readonly<Record<string, string>>;
  siteUrl: string;
};

export type BackupOptions = {
  source: BackupSource;
  /** Where the bytes go: a destination, or standard output. */
  write: Destination['write'];
  /** The name of the file (names.ts). */
  name: string;
  passphrase: string | null;
  /** Called with lines for the operator. */
  onProgress: (line: string) => void;
  now: Date;
};

/**
 * Makes a backup of a running or stopped site: rows in one snapshot, every file that these rows name, secrets and
 * settings (docs/backup.md). Nothing is written to the database. Returns the size in bytes and what the backup holds.
 * Throws a ConfigurationError, and the errors of the database; the destination then has no file.
 */
export async function createBackup(options: BackupOptions): Promise<{ bytes: number; manifest: Manifest }> {
  const archive = createArchive(options.passphrase);
  const produced = fillArchive(archive, options).catch((error: Error) => {
    archive.abort(error);
    throw error;
  });
  const [written, filled] = await Promise.allSettled([options.write(options.name, archive.content), produced]);
  if (filled.status === 'rejected' && !(filled.reason instanceof ArchiveClosed)) throw filled.reason;
  if (written.status === 'rejected') throw written.reason;
  if (filled.status === 'rejected') throw filled.reason;
  return { bytes: written.value, manifest: filled.value };
}

async function fillArchive(archive: Archive, options: BackupOptions): Promise<Manifest> {
  const { source, onProgress, now } = options;
  const header: Header = {
    product: PRODUCT,
    format: FORMAT,
    productVersion: await readProductVersion(),
    createdAt: now.toISOString(),
  };
  await archive.add(ENTRIES.header, toJson(header));
  const settings = toJson(source.settings);
  await archive.add(ENTRIES.secrets, source.secrets);
  await archive.add(ENTRIES.settings, settings);
  const client = createClient(source.databaseUrl, { application_name: 'india-going-global backup', keepAlive: true });
  await client.connect();
  try {
    const content = await archiveDatabase(client, archive, options);
    const hashes = { secrets: sha256(source.secrets), settings: sha256(settings) };
    const manifest: Manifest = { ...header, siteUrl: source.siteUrl, ...content, ...hashes };
    await archive.add(ENTRIES.manifest, toJson(manifest));
    archive.finish();
    const { rows, tables, files, fileBytes } = totalsOf(manifest);
    onProgress(`Copied ${rows} rows of ${tables} tables and ${files} files (${formatBytes(fileBytes)}).`);
    return manifest;
  } finally {
    await client.end().catch(() => {});
  }
}

type Content = Pick<Manifest, 'postgresql' | 'migrations' | 'tables' | 'sequences' | 'files' | 'missing'>;

async function archiveDatabase(
  client: pg.Client,
  archive: Archive,
  { source, onProgress }: BackupOptions,
): Promise<Content> {
  await prepareCopy(client);
  const files = archiveFiles(archive, await openSiteFiles(source.files), onProgress);
  return withSnapshot(client, files, async ({ versions, missing }) => {
    for (const version of missing) onProgress(`Missing in the site itself: the file ${version}, which a row names.`);
    const rows = await archiveTables(client, archive, onProgress);
    return { ...rows, files: files.entriesOf(versions), missing };
  });
}

async function archiveTables(
  client: pg.Client,
  archive: Archive,
  onProgress: BackupOptions['onProgress'],
): Promise<Omit<Content, 'files' | keyof Pick<Snapshot, 'missing'>>> {
  const query = queryOn(client);
  const server = await query(`select current_setting('server_version') as version`);
  const migrations = await listMigrationNames(query);
  const tables = [];
  for (const table of await listTables(query)) {
    const entry = await archiveRows(client, archive, table);
    tables.push(entry);
    if (entry.rows > 0) onProgress(`Rows of ${plainName(table)}: ${entry.rows}`);
  }
  const sequences = await listSequences(query);
  return { postgresql: String(server.rows[0]?.['version']), migrations, tables, sequences };
}

async function readProductVersion(): Promise<string> {
  const file = join(import.meta.dirname, '../../../package.json');
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version;
}

function toJson(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value, null, 1));
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
