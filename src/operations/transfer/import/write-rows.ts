import { asBackend } from '#backend/database/as-caller.ts';
import type { DatabasePool } from '#backend/database/connect.ts';
import { ROW_TABLES, type RowTable, type Rows, rowSchemas } from '../own/format.ts';
import type { ImportReport } from './report.ts';

/** Inserts the rows of items, such as testimonials, that are not there yet. Throws PostgreSQL's errors. */
export async function importRows(
  rows: Partial<Rows>,
  database: DatabasePool,
  modes: { report: ImportReport; isDryRun: boolean },
): Promise<void> {
  for (const table of ROW_TABLES) await importTable(table, rows[table] ?? [], database, modes);
}

async function importTable<Table extends RowTable>(
  table: Table,
  items: readonly Rows[Table][number][],
  database: DatabasePool,
  { report, isDryRun }: { report: ImportReport; isDryRun: boolean },
): Promise<void> {
  if (items.length === 0) return;
  const columns = Object.keys(rowSchemas[table].shape) as (keyof Rows[Table][number])[];
  const params = columns.map((_, index) => `$${index + 1}`);
  const insert = `insert into public.${table} (${columns.join(', ')}) values (${params.join(', ')})`;
  await asBackend(database, async (query) => {
    const { rows } = await query(`select id::text from public.${table} where id = any($1)`, [
      items.map(({ id }) => id),
    ]);
    const present = new Set(rows.map(({ id }) => id));
    report[table].present += present.size;
    for (const item of items.filter(({ id }) => !present.has(id))) {
      if (!isDryRun) {
        await query(
          insert,
          columns.map((column) => item[column]),
        );
      }
      report[table].created += 1;
    }
  });
}
