import type pg from 'pg';
import { copyOut, createRowHash, hashRows, measure, prepareCopy, replaceRows } from '#operations/backup/rows.ts';
import {
  type Sequence,
  type DataTable,
  listSequences,
  listTables,
  plainName,
  queryOn,
} from '#operations/backup/tables.ts';
import { requireUnused } from './connect.ts';
import type { RunQuery } from '#backend/database/connect.ts';

/**
 * The connected clients, with the logins of the owners: of the database that is read, and of the one that is written.
 */
export type Databases = { from: pg.Client; to: pg.Client };
export type CopyTotals = { tables: number; rows: number };

/**
 * Copies all rows of the product from one migrated database to another that was migrated by the same version, in one
 * transaction on each side, so that either all rows are copied or none. Every row is read back and compared before the
 * commit. Throws the errors of the databases, an error that names the table whose rows differ, and a ConfigurationError
 * when a site has started on one of them meanwhile.
 */
export async function copyDatabase(databases: Databases, onTable: (name: string) => void): Promise<CopyTotals> {
  return inBoth(databases, async () => {
    const query = queryOn(databases.from);
    const tables = [...(await listTables(query)), ...(await listUploadTables(query))];
    const totals = await copyTables(databases, { tables, sequences: await listSequences(query), onTable });
    await copySeedHistory(databases);
    await requireUnused(databases.to);
    return totals;
  });
}

/**
 * Runs `work` in a read-only snapshot of one database and a transaction of the other. Commits, or rolls back and rethrows;
 * throws a ConfigurationError when a site has started on the first meanwhile.
 */
export async function inBoth<T>({ from, to }: Databases, work: () => Promise<T>): Promise<T> {
  await from.query('begin isolation level repeatable read read only');
  await to.query('begin');
  try {
    const result = await work();
    await requireUnused(from);
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
  tables: readonly DataTable[];
  sequences: readonly Sequence[];
  /** The tables whose rows are replaced, in the other database; all unless given. */
  replaced?: (table: DataTable) => boolean;
  onTable: (name: string) => void;
};

/** Replaces the rows of these tables within the transactions of `inBoth`, and compares them. */
export async function copyTables({ from, to }: Databases, { tables, onTable, ...part }: Part): Promise<CopyTotals> {
  await prepareCopy(from);
  const sent = new Map(tables.map((table) => [table, createRowHash()]));
  await replaceRows(to, {
    ...part,
    tables,
    open: (table) => measure(copyOut(from, table), (piece) => sent.get(table)?.update(piece)),
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

/**
 * Whether both databases have the same rows in all tables that `copyDatabase` copies: a move was interrupted after its
 * commit. Changes nothing. Throws the errors of the databases.
 */
export async function isCopied({ from, to }: Databases): Promise<boolean> {
  const query = queryOn(from);
  for (const client of [from, to]) await prepareCopy(client);
  for (const table of [...(await listTables(query)), ...(await listUploadTables(query))]) {
    if ((await hashRows(from, table)).hash !== (await hashRows(to, table)).hash) return false;
  }
  return true;
}

function differing(table: DataTable, sent: number, found: number): Error {
  return new Error(
    `${plainName(table)} is not the same in both databases: ${sent} rows were sent, ${found} were read back. ` +
      'Everything was rolled back.',
  );
}

/**
 * Copies the record that the sample content was loaded, within the transactions of `inBoth`: without it, the first start
 * on a database without posts would load it again.
 */
export async function copySeedHistory({ from, to }: Databases): Promise<void> {
  const { rows: found } = await from.query(`select to_regclass('supabase_migrations.seed_files') as name`);
  if (!found[0]?.name) return;
  const { rows } = await from.query<{ path: string; hash: string }>(
    'select path, hash from supabase_migrations.seed_files',
  );
  await to.query('create table if not exists supabase_migrations.seed_files (path text primary key, hash text)');
  for (const { path, hash } of rows) {
    await to.query('insert into supabase_migrations.seed_files values ($1, $2) on conflict do nothing', [path, hash]);
  }
}

/** In an order that foreign keys allow. */
const NAMES = ['resumable_uploads', 'upload_parts', 'unsettled_versions'];

/**
 * Lists the tables of bytes that belong to no object: pieces of uploads that are not complete, and bytes to be removed
 * from a store. Backups leave them out; after a move the site has the same bytes. Throws the errors of the database.
 */
async function listUploadTables(query: RunQuery): Promise<DataTable[]> {
  const { rows } = await query(
    `select 'backend' as schema, wanted.name,
        array(select a.attname::text from pg_attribute a
          where a.attrelid = to_regclass('backend.' || wanted.name) and a.attnum > 0 and not a.attisdropped
          order by a.attnum) as columns
      from unnest($1::text[]) with ordinality as wanted (name, place) order by wanted.place`,
    [NAMES],
  );
  return rows as DataTable[];
}
