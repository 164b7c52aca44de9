import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { type Table, quoted, sqlName } from './tables.ts';

/** The text of a value depends on these settings; with the same ones two databases give the same text. */
const FORMATS = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
  set extra_float_digits = 1; set bytea_output = 'hex'; set client_encoding = 'UTF8'; set search_path = ''`;

/** Sets how this connection writes and reads values. Call it before `copyOut` and `copyIn`. */
export async function prepareCopy(client: pg.Client): Promise<void> {
  await client.query(FORMATS);
}

/**
 * Streams the rows of a table in COPY's text format, one line each, in no particular order
 * (https://www.postgresql.org/docs/18/sql-copy.html). The connection is in use until the stream ends.
 */
export function copyOut(client: pg.Client, table: Table): Readable {
  return client.query(copyTo(`copy (select ${columnsOf(table)} from ${sqlName(table)}) to stdout`));
}

/** Loads rows in COPY's text format. Returns their number. Throws the errors of the database and of the stream. */
export async function copyIn(client: pg.Client, table: Table, rows: Readable): Promise<number> {
  const target = client.query(copyFrom(`copy ${sqlName(table)} (${columnsOf(table)}) from stdin`));
  await pipeline(rows, target);
  return target.rowCount;
}

function columnsOf({ columns }: Table): string {
  return columns.map(quoted).join(', ');
}
