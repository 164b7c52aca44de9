import type { RunQuery } from '../../database/connect.ts';
import { MAX_RECORD_BYTES } from '../limits.ts';
import { type RowCondition, OPERATORS } from './filter.ts';

/** What a subscription wants of a row: the conditions that it must meet, and the columns; all readable ones by default. */
export type RowView = { conditions: readonly RowCondition[]; select: readonly string[] | null };

export type TableColumn = {
  name: string;
  /** The name of the type in pg_type, which clients convert values by, e.g. `int4` or `_text`. */
  type: string;
  sqlType: string;
  /** Whether the role may select it. */
  isReadable: boolean;
  /** Its position in the primary key, from 0; null for other columns. */
  keyPosition: number | null;
};

/** A published table as the current role sees it. */
export type DescribedTable = { schema: string; name: string; columns: readonly TableColumn[] };

/** A subscription that the table cannot serve; the message is for the client. */
export class ViewError extends Error {}

/** Describes a table for the current role; null when it is not published, or has no primary key. */
export async function describeTable(query: RunQuery, tableId: number): Promise<DescribedTable | null> {
  const { rows } = await query(
    `select p.schema, p.name as table, a.attname as name, t.typname as type, format_type(a.atttypid, null) as sql_type,
       has_column_privilege(p.id, a.attnum, 'select') as is_readable, k.position::int - 1 as position
     from realtime.published_tables p
     join pg_attribute a on a.attrelid = p.id and a.attnum > 0 and not a.attisdropped
     join pg_type t on t.oid = a.atttypid
     join pg_index i on i.indrelid = p.id and i.indisprimary
     left join unnest(i.indkey::int2[]) with ordinality as k (number, position) on k.number = a.attnum
     where p.id = $1 order by a.attnum`,
    [tableId],
  );
  const [first] = rows;
  if (!first) return null;
  const columns = rows.map((row) => ({
    name: String(row['name']),
    type: String(row['type']),
    sqlType: String(row['sql_type']),
    isReadable: row['is_readable'] === true,
    keyPosition: row['position'] === null ? null : Number(row['position']),
  }));
  return { schema: String(first['schema']), name: String(first['table']), columns };
}

/** The columns of a table that a subscription gets. */
export function columnsOf(table: DescribedTable, select: RowView['select']): TableColumn[] {
  return table.columns.filter(({ name, isReadable }) => isReadable && (select === null || select.includes(name)));
}

/** The columns of the primary key, in its order. */
export function keyColumns(table: DescribedTable): TableColumn[] {
  const position = ({ keyPosition }: TableColumn) => keyPosition ?? 0;
  return table.columns.filter(({ keyPosition }) => keyPosition !== null).toSorted((a, b) => position(a) - position(b));
}

/** What a statement reads of rows: which filters each meets, and these columns. */
export type RowsQuery = {
  keys: readonly (readonly string[])[];
  filters: readonly (readonly RowCondition[])[];
  columns: readonly TableColumn[];
  /** `table`: from the table, under row-level security. Otherwise from the keys alone, for deleted rows. */
  from: 'table' | 'keys';
};

/**
 * Writes the statement that reads rows by their keys: `position` of the key (from 1), `matches` with a boolean for each
 * filter, and for each column `c0`, `c1` … its value as JSON text; null for a value that is longer than a record may be.
 * Identifiers come from the catalogue, values are bind parameters. Throws ViewError for a column that the table does not
 * have.
 */
export function writeRowsQuery(
  table: DescribedTable,
  { keys, filters, columns, from }: RowsQuery,
): { text: string; values: unknown[] } {
  const key = keyColumns(table);
  const values: unknown[] = key.map((_, n) => keys.map((one) => one[n] ?? null));
  const given = key.map((_, n) => `$${n + 1}::text[]`).join(', ');
  const names = key.map((_, n) => `k${n}`).join(', ');
  const typed = key.map(({ name, sqlType }, n) => ({ name: quote(name), value: `k.k${n}::${sqlType}` }));
  const rows =
    from === 'table'
      ? `join ${quote(table.schema)}.${quote(table.name)} t on ${typed.map((k) => `t.${k.name} = ${k.value}`).join(' and ')}`
      : `cross join lateral (select ${typed.map((k) => `${k.value} as ${k.name}`).join(', ')}) t`;
  const tests = filters.map((conditions) => {
    const all = conditions.map((condition) => {
      const column = columnOf(table, condition);
      return isGiven(column, from) ? writeCondition(column, condition, values) : 'false';
    });
    return `(${['true', ...all].join(' and ')}) is true`;
  });
  const json = columns.map(({ name }, n) => `coalesce(to_json(t.${quote(name)})::text, 'null') as c${n}`);
  const shown = columns.map(
    (_, n) => `case when octet_length(j.c${n}) <= ${MAX_RECORD_BYTES} then j.c${n} end as c${n}`,
  );
  const text = `select ${['k.position::int as position', `array[${tests.join(', ')}] as matches`, ...shown].join(', ')}
    from unnest(${given}) with ordinality as k (${names}, position) ${rows}
    cross join lateral (select ${json.join(', ')} offset 0) j order by k.position`;
  return { text, values };
}

/** Whether a column may be sent. The keys of deleted rows are read without the rights of the table. */
export function isGiven({ keyPosition, isReadable }: TableColumn, from: RowsQuery['from']): boolean {
  return from === 'table' || (keyPosition !== null && isReadable);
}

function columnOf(table: DescribedTable, condition: RowCondition): TableColumn {
  const column = table.columns.find(({ name }) => name === condition.column);
  if (!column) throw new ViewError(`the table has no column "${condition.column}"`);
  return column;
}

function writeCondition(column: TableColumn, condition: RowCondition, values: unknown[]): string {
  const subject = `t.${quote(column.name)}`;
  const test = writeTest(condition, subject, column.sqlType, values);
  return condition.isNegated ? `not (${test})` : `(${test})`;
}

function writeTest(condition: RowCondition, subject: string, type: string, values: unknown[]): string {
  if (condition.kind === 'is') return `${subject} is ${condition.value}`;
  if (condition.kind === 'in') return `${subject} = any($${values.push([...condition.values])}::${type}[])`;
  const isText = ['like', 'ilike', 'match', 'imatch'].includes(condition.operator);
  const value = `$${values.push(condition.value)}::${isText ? 'text' : type}`;
  return `${subject}${isText ? '::text' : ''} ${OPERATORS[condition.operator]} ${value}`;
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
