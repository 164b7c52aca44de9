import { createHash, hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { APPLICATION_NAME, openClient } from '#backend/database/client.ts';
import type { RunQuery } from '#backend/database/connect.ts';
import { hashOfKeys } from '#backend/http/keys.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { copyOut, createRowHash, inChunks, prepareCopy } from './rows.ts';
import type { Destination } from './destination.ts';
import {
  ENTRIES,
  FORMAT,
  type FileEntry,
  type Header,
  type Manifest,
  PRODUCT,
  type TableEntry,
  describeContent,
  fileEntryName,
  tableEntryName,
} from './manifest.ts';
import { type DataTable, listMigrationNames, listSequences, listTables, plainName, queryOn } from './tables.ts';
import { type FilePlace, type SiteFiles, openSiteFiles } from './site-files.ts';
import { type Archive, ArchiveClosed, createArchive } from './archive.ts';

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

type BackupOptions = {
  source: BackupSource;
  /** Where the bytes go: a destination, or standard output. */
  write: Destination['write'];
  /** The name of the file (names.ts). */
  name: string;
  passphrase: string | null;
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
  await using client = await openClient(source.databaseUrl, {
    application_name: `${APPLICATION_NAME} backup`,
    keepAlive: true,
  });
  const content = await archiveDatabase(client, archive, options);
  const hashes = { secrets: hash('sha256', source.secrets), settings: hash('sha256', settings) };
  const manifest: Manifest = { ...header, siteUrl: source.siteUrl, ...content, ...hashes };
  await archive.add(ENTRIES.manifest, toJson(manifest));
  archive.finish();
  onProgress(`Copied ${describeContent(manifest)}.`);
  return manifest;
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
    await requireKeysOf(queryOn(client), source);
    const rows = await archiveTables(client, archive, onProgress);
    return { ...rows, files: files.entriesOf(versions), missing };
  });
}

/** Throws a ConfigurationError when the keys were replaced on another machine, or since the secrets were read. */
async function requireKeysOf(query: RunQuery, { secrets }: BackupSource): Promise<void> {
  const { rows } = await query('select keys_hash from backend.installation');
  if (!rows[0] || rows[0]['keys_hash'] === hashOfKeys(JSON.parse(secrets.toString('utf8')).keys)) return;
  throw new ConfigurationError(
    'The keys in secrets.json are not those of the database, which were replaced: no backup was made. Copy secrets.json ' +
      'from the machine on which they were replaced, then try again.',
  );
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

/** The size of an entry must be known before it is written, so a table is cut into parts that fit into memory. */
const PART_BYTES = 4 * 1024 * 1024;

/** Adds all rows of a table in the snapshot of the connection. Returns its entry of the manifest. */
async function archiveRows(client: pg.Client, archive: Archive, table: DataTable): Promise<TableEntry> {
  const sha256 = createHash('sha256');
  const rowHash = createRowHash();
  let parts = 0;
  for await (const part of inChunks(copyOut(client, table), PART_BYTES)) {
    sha256.update(part);
    rowHash.update(part);
    parts += 1;
    await archive.add(tableEntryName(plainName(table), parts), part);
  }
  return { ...table, ...rowHash.digest(), sha256: sha256.digest('hex') };
}

export type ArchivedFiles = {
  /**
   * Adds the files of these versions that the archive does not have yet. Returns the versions whose bytes are gone.
   * Throws the errors of the store and of the archive.
   */
  addAll: (versions: readonly string[]) => Promise<string[]>;
  /** The manifest's entries of these versions, without those that are not in the archive. */
  entriesOf: (versions: readonly string[]) => FileEntry[];
};

const TOLD_EVERY = 100;

function archiveFiles(
  archive: Archive,
  files: Pick<SiteFiles, 'read'>,
  onProgress: (line: string) => void,
): ArchivedFiles {
  const added = new Map<string, FileEntry>();
  const add = async (version: string): Promise<boolean> => {
    const file = await files.read(version);
    if (!file) return false;
    const sha256 = await archive.addStream(fileEntryName(version), file.bytes, file.content);
    added.set(version, { version, bytes: file.bytes, sha256 });
    if (added.size % TOLD_EVERY === 0) onProgress(`Files: ${added.size} so far`);
    return true;
  };
  return {
    addAll: async (versions) => {
      const gone: string[] = [];
      for (const version of versions) if (!added.has(version) && !(await add(version))) gone.push(version);
      return gone;
    },
    entriesOf: (versions) => versions.flatMap((version) => added.get(version) ?? []),
  };
}

/** The versions that a row names, in the snapshot of the query. */
async function listVersions(query: RunQuery): Promise<string[]> {
  const { rows } = await query('select version from storage.objects where version is not null order by version');
  return rows.map(({ version }) => version as string);
}

/** Each attempt fails only if a file was uploaded and deleted within the milliseconds between snapshot and copy. */
const MAX_ATTEMPTS = 100;

type Snapshot = {
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
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
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
    `Files were deleted faster than they could be copied, ${MAX_ATTEMPTS} times in a row. Try again when fewer are changed.`,
  );
}
