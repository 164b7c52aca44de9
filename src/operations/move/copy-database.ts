import { Readable } from 'node:stream';
import type pg from 'pg';
import { copyOut, prepareCopy } from '#operations/backup/copy.ts';
import { replaceRows } from '#operations/backup/load-rows.ts';
import { type RowHash, createRowHash } from '#operations/backup/row-hash.ts';
import { type Sequence, type Table, listSequences, listTables, plainName, queryOn } from '#operations/backup/tables.ts';
import { copySeedHistory } from './seed-history.ts';
import { listUploadTables } from './upload-tables.ts';

/** Connected clients of owners: the database that is read, and the one that is written. */
export type Ends = { from: pg.Client; to: pg.Client };
export type CopyTotals = { tables: number; rows: number };

/**
 * Copies all rows of the product from one migrated database to another that was migrated by the same version, in one
 * transaction on each side: what was not copied whole is not there. Every row is read back and compared before the
 * commit. Throws the errors of the databases, and an error that names the table whose rows differ.
 */
export async function copyDatabase(ends: Ends, onTable: (name: string) => void): Promise<CopyTotals> {
  return inBoth(ends, async () => {
    const query = queryOn(ends.from);
    const tables = [...(await listTables(query)), ...(await listUploadTables(query))];
    const totals = await copyTables(ends, { tables, sequences: await listSequences(query), onTable });
    await copySeedHistory(ends);
    return totals;
  });
}

/** Runs `work` in a read-only snapshot of one database and a transaction of the other. Commits, or rolls back and rethrows. */
export async function inBoth<T>({ from, to }: Ends, work: () => Promise<T>): Promise<T> {
  await from.query('begin isolation level repeatable read read only');
  await to.query('begin');
  try {
    const result = await work();
    await to.query('commit');
    return result;
  } catch (error) {
    await to.query('rollback').catch(() => {});
    throw error;
  } finally {
    await from.query('rollback').catch(() => {});
  }
}

type Part = {
  tables: readonly Table[];
  sequences: readonly Sequence[];
  /** The tables whose rows are replaced, in the other database; all unless given. */
  replaced?: (table: Table) => boolean;
  onTable: (name: string) => void;
};

/** Replaces the rows of these tables within the transactions of `inBoth`, and compares them. */
export async function copyTables({ from, to }: Ends, { tables, onTable, ...part }: Part): Promise<CopyTotals> {
  await prepareCopy(from);
  const sent = new Map<Table, RowHash>(tables.map((table) => [table, createRowHash()]));
  await replaceRows(to, {
    ...part,
    tables,
    open: (table) => hashing(copyOut(from, table), sent.get(table)),
    onTable: (table) => onTable(plainName(table)),
  });
  let rows = 0;
  for (const [table, hash] of sent) {
    const found = await hashRows(to, table);
    if (found.hash !== hash.digest().hash) throw differing(table, hash.digest().rows, found.rows);
    rows += found.rows;
  }
  return { tables: tables.length, rows };
}

async function hashRows(client: pg.Client, table: Table): Promise<ReturnType<RowHash['digest']>> {
  const found = createRowHash();
  for await (const piece of copyOut(client, table) as AsyncIterable<Buffer>) found.update(piece);
  return found.digest();
}

/**
 * Whether both databases have the same rows in all tables that `copyDatabase` copies: a move was interrupted after its
 * commit. Changes nothing. Throws the errors of the databases.
 */
export async function isCopied({ from, to }: Ends): Promise<boolean> {
  const query = queryOn(from);
  for (const client of [from, to]) await prepareCopy(client);
  for (const table of [...(await listTables(query)), ...(await listUploadTables(query))]) {
    if ((await hashRows(from, table)).hash !== (await hashRows(to, table)).hash) return false;
  }
  return true;
}

/** The same stream; what passes is added to the hash. */
function hashing(rows: Readable, hash: RowHash | undefined): Readable {
  const pass = async function* (): AsyncGenerator<Buffer> {
    for await (const piece of rows as AsyncIterable<Buffer>) {
      hash?.update(piece);
      yield piece;
    }
  };
  return Readable.from(pass(), { objectMode: false });
}

function differing(table: Table, sent: number, found: number): Error {
  return new Error(
    `${plainName(table)} is not the same in both databases: ${sent} rows were sent, ${found} were read back. ` +
      'Everything was rolled back.',
  );
}
