import { createHash, hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { ENTRIES, FORMAT, Header, Manifest, PRODUCT, parseEntryName } from './manifest.ts';
import { describeDiskError } from './destination.ts';
import { type ArchiveEntry, damaged, describeArchiveError, foreign, openArchive } from './archive.ts';
import { createRowHash, measure } from './rows.ts';
import { type DataTable, plainName } from './tables.ts';

/** The content of a backup in a folder, complete and with the checksums of its manifest. */
export type ExtractedBackup = {
  /** What errors call it. */
  label: string;
  manifest: Manifest;
  /** Opens the rows of a table in COPY's text format. */
  openRows: (table: Pick<DataTable, 'schema' | 'name'>) => Readable;
  /** The file with the bytes of a version. */
  fileOf: (version: string) => string;
  secrets: Buffer;
  settings: Buffer;
};

type Found = {
  header: Header | null;
  documents: Map<string, Buffer>;
  files: Map<string, { bytes: number; sha256: string }>;
  tables: Map<string, { file: string; sha256: ReturnType<typeof createHash>; rows: ReturnType<typeof createRowHash> }>;
};

/**
 * Extracts a backup into a new folder and checks that everything is there, before anything else is touched. `label` is
 * what errors call the backup. Throws a ConfigurationError for a file that is foreign, newer, damaged, truncated, or
 * encrypted with another passphrase.
 */
export async function extractBackup(
  source: Readable,
  { folder, label, passphrase }: { folder: string; label: string; passphrase: string | null },
): Promise<ExtractedBackup> {
  for (const name of ['files', 'tables']) await mkdir(join(folder, name), { recursive: true, mode: 0o700 });
  const found: Found = { header: null, documents: new Map(), files: new Map(), tables: new Map() };
  try {
    for await (const entry of openArchive(source, label, passphrase)) await take(entry, found, folder, label);
  } catch (error) {
    throw describeDiskError(folder, describeArchiveError(error, label));
  }
  const manifest = readManifest(found, label);
  requireComplete(manifest, found, label);
  return {
    label,
    manifest,
    openRows: (table) => {
      const file = found.tables.get(plainName(table))?.file;
      return file ? createReadStream(file) : Readable.from([]);
    },
    fileOf: (version) => join(folder, 'files', version),
    secrets: found.documents.get(ENTRIES.secrets)!,
    settings: found.documents.get(ENTRIES.settings)!,
  };
}

async function take({ name, content }: ArchiveEntry, found: Found, folder: string, label: string): Promise<void> {
  const entry = parseEntryName(name);
  if (!found.header && entry?.kind !== 'header') throw foreign(label);
  if (!entry) throw damaged(label, `it has an entry ${JSON.stringify(name.slice(0, 80))}`);
  if (found.documents.has(ENTRIES.manifest)) throw damaged(label, 'something follows its manifest');
  if (entry.kind === 'file') return takeFile(content, entry.version, found, folder);
  if (entry.kind === 'table') return takeRows(content, entry.table, found, folder);
  const document = await buffer(content);
  found.documents.set(name, document);
  if (entry.kind === 'header') found.header = readHeader(document, label);
}

async function takeFile(content: AsyncIterable<Buffer>, version: string, found: Found, folder: string): Promise<void> {
  const sha256 = createHash('sha256');
  let bytes = 0;
  const measured = measure(content, (piece) => {
    sha256.update(piece);
    bytes += piece.length;
  });
  await pipeline(measured, createWriteStream(join(folder, 'files', version), { mode: 0o600 }));
  found.files.set(version, { bytes, sha256: sha256.digest('hex') });
}

/** The parts of a table are appended to one file. Its name is a number: that of a table may be anything. */
async function takeRows(content: AsyncIterable<Buffer>, table: string, found: Found, folder: string): Promise<void> {
  const known = found.tables.get(table);
  const target = known ?? {
    file: join(folder, 'tables', `${found.tables.size + 1}.copy`),
    sha256: createHash('sha256'),
    rows: createRowHash(),
  };
  found.tables.set(table, target);
  const measured = measure(content, (piece) => {
    target.sha256.update(piece);
    target.rows.update(piece);
  });
  await pipeline(measured, createWriteStream(target.file, { flags: known ? 'a' : 'w', mode: 0o600 }));
}

function readHeader(document: Buffer, label: string): Header {
  const { data } = Header.safeParse(parseJson(document));
  if (data?.product !== PRODUCT) throw foreign(label);
  if (data.format <= FORMAT) return data;
  throw new ConfigurationError(
    `${label} was made by a newer version of the site (${data.productVersion}, format ${data.format}), which this one cannot read. ` +
      'Nothing was changed.\nInstall that version or a later one, then try again.',
  );
}

function readManifest({ header, documents }: Found, label: string): Manifest {
  if (!header) throw foreign(label);
  const document = documents.get(ENTRIES.manifest);
  if (!document) throw damaged(label, 'it ends before its manifest');
  const { data } = Manifest.safeParse(parseJson(document));
  if (!data) throw damaged(label, 'its manifest cannot be read');
  return data;
}

function requireComplete(manifest: Manifest, found: Found, label: string): void {
  for (const name of [ENTRIES.secrets, ENTRIES.settings] as const) {
    const document = found.documents.get(name);
    const expected = name === ENTRIES.secrets ? manifest.secrets : manifest.settings;
    if (!document || hash('sha256', document) !== expected)
      throw damaged(label, `${name} is not what the manifest says`);
  }
  for (const { version, bytes, ...expected } of manifest.files) {
    const file = found.files.get(version);
    if (file?.bytes !== bytes || file.sha256 !== expected.sha256) {
      throw damaged(label, `the file ${version} is not what the manifest says`);
    }
  }
  for (const table of manifest.tables) {
    const rows = found.tables.get(plainName(table));
    const digest = rows?.sha256.digest('hex') ?? hash('sha256', '');
    const counted = rows?.rows.digest() ?? createRowHash().digest();
    if (digest !== table.sha256 || counted.rows !== table.rows || counted.hash !== table.hash) {
      throw damaged(label, `the rows of ${plainName(table)} are not what the manifest says`);
    }
  }
}

function parseJson(document: Buffer): unknown {
  try {
    return JSON.parse(document.toString('utf8'));
  } catch {
    return null;
  }
}
