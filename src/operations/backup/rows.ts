import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { WITHOUT_TIME_LIMITS } from '#backend/database/client.ts';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { type Sequence, type DataTable, listTables, queryOn, quoted, sqlName } from './tables.ts';

/** The text of a value depends on these settings; with the same ones two databases give the same text. */
const FORMATS = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
  set extra_float_digits = 1; set bytea_output = 'hex'; set client_encoding = 'UTF8'; set search_path = ''`;

/**
 * Sets how this connection writes and reads values, and lifts time limits: a copy waits for a slow disk or store. Call it
 * before `copyOut` and `copyIn`.
 */
export async function prepareCopy(client: pg.Client): Promise<void> {
  await client.query(`${WITHOUT_TIME_LIMITS}; ${FORMATS}`);
}

/**
 * Streams the rows of a table in COPY's text format, one line each, in no particular order
 * (https://www.postgresql.org/docs/18/sql-copy.html). The connection is in use until the stream ends.
 */
export function copyOut(client: pg.Client, table: DataTable): Readable {
  return client.query(copyTo(`copy (select ${columnsOf(table)} from ${sqlName(table)}) to stdout`));
}

/** Loads rows in COPY's text format. Throws the errors of the database and of the rows. */
export async function copyIn(client: pg.Client, table: DataTable, rows: AsyncIterable<Uint8Array>): Promise<void> {
  await pipeline(rows, client.query(copyFrom(`copy ${sqlName(table)} (${columnsOf(table)}) from stdin`)));
}

function columnsOf({ columns }: DataTable): string {
  return columns.map(quoted).join(', ');
}

/**
 * Replaces all rows of the product by those of `tables`, in the transaction that the caller has begun. No trigger of
 * the product runs; foreign keys are checked. Needs the owner of the tables, not a superuser. Only the tables that
 * `replaced` chooses are touched; by default all. `onTable` is called before each table. Throws the errors of the
 * database and of the streams.
 */
export async function replaceRows(
  client: pg.Client,
  {
    tables,
    sequences,
    open,
    replaced = () => true,
    onTable = () => {},
  }: {
    tables: readonly DataTable[];
    sequences: readonly Sequence[];
    open: (table: DataTable) => AsyncIterable<Uint8Array>;
    replaced?: (table: DataTable) => boolean;
    onTable?: (table: DataTable) => void;
  },
): Promise<void> {
  const query = queryOn(client);
  const here = (await listTables(query)).filter(replaced);
  await prepareCopy(client);
  for (const table of here) await query(`alter table ${sqlName(table)} disable trigger user`);
  if (here.length > 0) await query(`truncate ${here.map(sqlName).join(', ')}`);
  await query('set constraints all deferred');
  for (const table of tables) {
    onTable(table);
    await copyIn(client, table, open(table));
  }
  await query('set constraints all immediate');
  for (const table of here) await query(`alter table ${sqlName(table)} enable trigger user`);
  await setSequences(client, sequences);
  await recountDerived(client);
}

/** Sets what each sequence gives next. `restart` is undone with the transaction, `setval` is not. */
async function setSequences(client: pg.Client, sequences: readonly Sequence[]): Promise<void> {
  for (const { schema, name, next } of sequences) {
    await client.query(`alter sequence ${quoted(schema)}.${quoted(name)} restart with ${BigInt(next)}`);
  }
}

/** Fills the tables that are computed from others, where the migrations have made them. */
async function recountDerived(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select to_regprocedure('public.recount_posts()') as name`);
  if (rows[0]?.name) await client.query('select public.recount_posts()');
}

/** Sums are modulo 2^256. */
const MODULUS = 1n << 256n;
const LINE_END = 0x0a;

/** The number of rows, and the sum of the SHA-256 of all rows, as 64 hexadecimal digits. */
type RowDigest = { rows: number; hash: string };

export type RowHash = {
  /** Takes the next piece of rows in COPY's text format, where a row is a line. */
  update: (piece: Uint8Array) => void;
  digest: () => RowDigest;
};

/**
 * A checksum of rows that does not depend on their order: two databases return the same rows in different orders, and
 * sorting them would need the disk space of the largest table.
 */
export function createRowHash(): RowHash {
  let sum = 0n;
  let rows = 0;
  let row = createHash('sha256');
  return {
    update: (piece) => {
      let from = 0;
      for (let at = piece.indexOf(LINE_END); at !== -1; at = piece.indexOf(LINE_END, from)) {
        sum = (sum + BigInt(`0x${row.update(piece.subarray(from, at)).digest('hex')}`)) % MODULUS;
        rows += 1;
        row = createHash('sha256');
        from = at + 1;
      }
      row.update(piece.subarray(from));
    },
    digest: () => ({ rows, hash: sum.toString(16).padStart(64, '0') }),
  };
}

/** The checksum of the rows that a table has now. Call `prepareCopy` before. */
export async function hashRows(client: pg.Client, table: DataTable): Promise<RowDigest> {
  const found = createRowHash();
  for await (const piece of copyOut(client, table) as AsyncIterable<Buffer>) found.update(piece);
  return found.digest();
}

/** The same pieces; `onPiece` is called with each. */
export async function* measure(
  content: AsyncIterable<Buffer>,
  onPiece: (piece: Buffer) => void,
): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    onPiece(piece);
    yield piece;
  }
}

/** Joins the pieces of a stream to chunks of `size` bytes; the last one may be smaller. An empty stream gives none. */
export async function* inChunks(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of source) {
    pieces.push(piece);
    length += piece.length;
    while (length >= size) {
      const all = Buffer.concat(pieces);
      yield all.subarray(0, size);
      pieces = [all.subarray(size)];
      length -= size;
    }
  }
  if (length > 0) yield Buffer.concat(pieces);
}
