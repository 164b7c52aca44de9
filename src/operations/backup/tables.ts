import { setTimeout as sleep } from 'node:timers/promises';
import { APPLICATION_NAME } from '#backend/database/client.ts';
import type pg from 'pg';
import type { RunQuery } from '#backend/database/connect.ts';

/** A table whose rows belong to the product. `columns` leaves out those that PostgreSQL computes. */
export type DataTable = { schema: string; name: string; columns: string[] };
/** A sequence, and the number that it gives next. */
export type Sequence = { schema: string; name: string; next: string };

/**
 * Schemas without rows of the product: short-lived state that processes share (counters, marks, realtime messages), the
 * history of migrations, which is compared instead, and the record of backups, which belongs to one machine.
 */
const OTHER_SCHEMAS = ['information_schema', 'backend', 'realtime', 'supabase_migrations', 'extensions', 'operator'];
/** Computed from other tables; `recountDerived` fills them. */
const DERIVED_TABLES = ['public.post_totals'];

/** Runs statements on one connection. */
export function queryOn(client: pg.Client): RunQuery {
  return async (text, values = []) => {
    const { rows, rowCount } = await client.query(text, [...values]);
    return { rows: rows as Record<string, unknown>[], rowCount: rowCount ?? 0 };
  };
}

/** PostgreSQL notices on a busy machine only later that a process has ended. */
const GOING_MS = 2000;
const COUNT_EVERY_MS = 100;

/** How many connections processes of the site have to this database, on all machines. Waits for those that are just ending. */
export async function countSiteConnections(client: pg.Client): Promise<number> {
  const end = performance.now() + GOING_MS;
  for (;;) {
    // A transaction sees the same again otherwise.
    await client.query('select pg_stat_clear_snapshot()');
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name like '${APPLICATION_NAME}%'`,
    );
    const count = rows[0]?.count ?? 0;
    if (count === 0 || performance.now() > end) return count;
    await sleep(COUNT_EVERY_MS);
  }
}

/**
 * Lists the tables with rows of the product in a migrated database, from its catalogue: a table comes after those that
 * its foreign keys name. Needs a login that owns the tables. Throws the errors of the database.
 */
export async function listTables(query: RunQuery): Promise<DataTable[]> {
  const { rows } = await query(LIST_TABLES, [OTHER_SCHEMAS, DERIVED_TABLES]);
  const found = rows as { id: string; schema: string; name: string; columns: string[]; needs: string[] }[];
  return inOrder(found).map(({ schema, name, columns }) => ({ schema, name, columns }));
}

/** Lists the sequences of the schemas with rows of the product. A sequence belongs to no snapshot: read it after the rows. */
export async function listSequences(query: RunQuery): Promise<Sequence[]> {
  const { rows } = await query(LIST_SEQUENCES, [OTHER_SCHEMAS]);
  const sequences: Sequence[] = [];
  for (const found of rows as { schema: string; name: string; step: string }[]) {
    const { schema, name, step } = found;
    // The catalogue does not know the value of a sequence that was set and not used since.
    const state = await query(`select last_value::text, is_called from ${sqlName(found)}`);
    const { last_value, is_called } = state.rows[0] as { last_value: string; is_called: boolean };
    sequences.push({ schema, name, next: String(BigInt(last_value) + (is_called ? BigInt(step) : 0n)) });
  }
  return sequences;
}

const PRODUCT_SCHEMA = `n.nspname !~ '^pg_' and n.nspname <> all($1)`;
const LIST_TABLES = `
  select c.oid::text as id, n.nspname::text as schema, c.relname::text as name,
    array(select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum) as columns,
    array(select distinct k.confrelid::text from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p' and ${PRODUCT_SCHEMA}
    and n.nspname || '.' || c.relname <> all($2)
    and not exists (select from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by n.nspname, c.relname`;
const LIST_SEQUENCES = `
  select n.nspname::text as schema, c.relname::text as name, s.seqincrement::text as step
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_sequence s on s.seqrelid = c.oid
  where c.relpersistence = 'p' and ${PRODUCT_SCHEMA}
  order by n.nspname, c.relname`;

/** Tables whose foreign keys form a circle come last; their keys must be deferrable. */
function inOrder<T extends { id: string; needs: string[] }>(found: readonly T[]): T[] {
  const ordered: T[] = [];
  let left = [...found];
  while (left.length > 0) {
    const waiting = new Set(left.map(({ id }) => id));
    const free = left.filter(({ needs }) => !needs.some((id) => waiting.has(id)));
    if (free.length === 0) return [...ordered, ...left];
    ordered.push(...free);
    left = left.filter((table) => !free.includes(table));
  }
  return ordered;
}

export function sqlName({ schema, name }: Pick<DataTable, 'schema' | 'name'>): string {
  return `${quoted(schema)}.${quoted(name)}`;
}

/** An identifier in SQL. */
export function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

/** The table's name for people and in the manifest. */
export function plainName({ schema, name }: Pick<DataTable, 'schema' | 'name'>): string {
  return `${schema}.${name}`;
}

/** The migrations that a database has, as `20261121000001_content`, in order; none in a database without a history. */
export async function listMigrationNames(query: RunQuery): Promise<string[]> {
  const table = await query(`select to_regclass('supabase_migrations.schema_migrations') as name`);
  if (!table.rows[0]?.['name']) return [];
  const { rows } = await query('select version, name from supabase_migrations.schema_migrations order by version');
  return (rows as { version: string; name: string | null }[]).map(({ version, name }) =>
    name ? `${version}_${name}` : version,
  );
}
