import { z } from 'zod';
import { countOf, formatBytes } from '#contract/amounts.ts';
import type { Sequence, DataTable } from './tables.ts';

/** The format of backups. A change that an older version would misread needs a higher number. */
export const FORMAT = 1;
export const PRODUCT = 'india-going-global';

/** The entries of the archive. The header comes first, the manifest last. */
export const ENTRIES = {
  header: 'backup.json',
  secrets: 'secrets.json',
  settings: 'settings.json',
  manifest: 'manifest.json',
} as const;

const text = z.string().min(1);
const count = z.int().min(0);
const sha256 = z.string().regex(/^[\da-f]{64}$/);

/** What is read before anything else: whose backup it is, and whether this version can read it. */
export const Header = z.object({
  product: text,
  format: z.int().min(1),
  productVersion: text,
  createdAt: text,
});
export type Header = z.output<typeof Header>;

const TableEntry = z.object({
  schema: text,
  name: text,
  columns: z.array(text),
  rows: count,
  /** The checksum of the rows in any order (`createRowHash`). */
  hash: sha256,
  /** The checksum of the bytes in the archive. */
  sha256,
});
/** As the storage service names the bytes of an object (storage/paths.ts). */
const fileVersion = z.string().regex(/^[\da-f]{8}-[\da-f-]{27}$/);
const FileEntry = z.object({ version: fileVersion, bytes: count, sha256 });
const SequenceEntry = z.object({ schema: text, name: text, next: z.string().regex(/^-?\d+$/) });

export const Manifest = Header.extend({
  siteUrl: text,
  /** The version of the server that the rows come from. */
  postgresql: text,
  /** The migrations of the database, as `20261121000001_content`. */
  migrations: z.array(text),
  tables: z.array(TableEntry),
  sequences: z.array(SequenceEntry),
  files: z.array(FileEntry),
  /** Files that a row names and that were already missing in the site. */
  missing: z.array(fileVersion),
  secrets: sha256,
  settings: sha256,
});
export type Manifest = z.output<typeof Manifest>;
export type TableEntry = DataTable & z.output<typeof TableEntry>;
export type FileEntry = z.output<typeof FileEntry>;
export type SequenceEntry = Sequence;

export function fileEntryName(version: string): string {
  return `files/${version.slice(0, 2)}/${version}`;
}

/** The entry of a part of a table's rows, counted from 1. */
export function tableEntryName(table: string, part: number): string {
  return `tables/${encodeURIComponent(table)}/${String(part).padStart(6, '0')}.copy`;
}

const FILE_ENTRY = /^files\/[\da-f]{2}\/([\da-f]{8}-[\da-f-]{27})$/;
const TABLE_ENTRY = /^tables\/([^/]+)\/\d{6,}\.copy$/;

/** The kind of an entry of the archive; null for an unknown one. */
export function parseEntryName(
  name: string,
): { kind: 'file'; version: string } | { kind: 'table'; table: string } | { kind: keyof typeof ENTRIES } | null {
  const version = FILE_ENTRY.exec(name)?.[1];
  if (version) return { kind: 'file', version };
  const table = TABLE_ENTRY.exec(name)?.[1];
  if (table) return { kind: 'table', table: decodeURIComponent(table) };
  for (const [kind, entry] of Object.entries(ENTRIES)) {
    if (entry === name) return { kind: kind as keyof typeof ENTRIES };
  }
  return null;
}

export function describeContent({ tables, files }: Pick<Manifest, 'tables' | 'files'>): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const fileBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
  return `${rows} rows of ${tables.length} tables and ${countOf(files.length, 'file')} (${formatBytes(fileBytes)})`;
}
