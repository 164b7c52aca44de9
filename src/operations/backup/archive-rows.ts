import { createHash } from 'node:crypto';
import type pg from 'pg';
import { inChunks } from './chunks.ts';
import { copyOut } from './copy.ts';
import { type TableEntry, tableEntryName } from './manifest.ts';
import { createRowHash } from './row-hash.ts';
import { type Table, plainName } from './tables.ts';
import type { Archive } from './write-archive.ts';

/** The size of an entry must be known before it is written, so a table is cut into parts that fit into memory. */
const PART_BYTES = 4 * 1024 * 1024;

/** Adds all rows of a table in the snapshot of the connection. Returns its entry of the manifest. */
export async function archiveRows(client: pg.Client, archive: Archive, table: Table): Promise<TableEntry> {
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
