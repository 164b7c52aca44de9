import type { Readable } from 'node:stream';
import type pg from 'pg';
import { copyIn, prepareCopy } from './copy.ts';
import { type Sequence, type Table, listTables, quoted, queryOn, sqlName } from './tables.ts';

/** Opens the rows of a table in COPY's text format. */
export type OpenRows = (table: Table) => Readable;

/**
 * Replaces all rows of the product by those of `tables`, in the transaction that the caller has begun. No trigger of the
 * product runs; foreign keys are checked. Needs the owner of the tables, not a superuser. Other tables than those that
 * `replaced` chooses, all unless given, are not touched. `onTable` is called before each table. Throws the errors of the
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
    tables: readonly Table[];
    sequences: readonly Sequence[];
    open: OpenRows;
    replaced?: (table: Table) => boolean;
    onTable?: (table: Table) => void;
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
