import { asCaller } from '../database/as-caller.ts';
import { ANONYMOUS } from '../database/caller.ts';
import type { DatabasePool, RunQuery } from '../database/connect.ts';
import { COLUMNS, CONSTRAINTS, TYPES } from './schema/catalog.ts';
import { findRelationships, type ForeignKey, type UniqueKey } from './schema/relationships.ts';
import type { Column, SchemaCache, Table } from './schema/tables.ts';

type ColumnRow = {
  table: string;
  column: string;
  type: string;
  base_type: string;
  default: string | null;
  is_writable: boolean;
  events: number;
};
type ConstraintRow = {
  name: string;
  kind: 'p' | 'u' | 'f';
  table: string;
  columns: string[];
  target: string | null;
  target_columns: string[] | null;
};

const WRITES = [
  { write: 'insert', bit: 8 },
  { write: 'update', bit: 4 },
  { write: 'delete', bit: 16 },
] as const;

/** Reads schema `public` from PostgreSQL's catalog, with the rights of an anonymous caller. */
export async function loadSchemaCache(database: DatabasePool): Promise<SchemaCache> {
  return asCaller(database, ANONYMOUS, { readOnly: true }, async (query) => {
    const columns = await readRows<ColumnRow>(query, COLUMNS);
    const constraints = await readRows<ConstraintRow>(query, CONSTRAINTS);
    const types = await readRows<{ name: string; sql: string }>(query, TYPES);
    return { tables: buildTables(columns, constraints), types: new Map(types.map(({ name, sql }) => [name, sql])) };
  });
}

async function readRows<T>(query: RunQuery, text: string): Promise<T[]> {
  const { rows } = await query(text);
  return rows as T[];
}

function buildTables(columns: readonly ColumnRow[], constraints: readonly ConstraintRow[]): Map<string, Table> {
  const uniqueKeys: UniqueKey[] = constraints
    .filter((row) => row.kind !== 'f')
    .map((row) => ({ table: row.table, columns: row.columns, isPrimary: row.kind === 'p' }));
  const foreignKeys = constraints.flatMap((row): ForeignKey[] => {
    const { name, table, target, target_columns: targetColumns } = row;
    return target && targetColumns ? [{ name, table, columns: row.columns, target, targetColumns }] : [];
  });
  const relationships = findRelationships(foreignKeys, uniqueKeys);
  const byTable = Map.groupBy(columns, (row) => row.table);
  const tables = [...byTable].map(([name, rows]): [string, Table] => [
    name,
    {
      name,
      writes: new Set(WRITES.filter(({ bit }) => ((rows[0]?.events ?? 0) & bit) !== 0).map(({ write }) => write)),
      columns: new Map(rows.map((row) => [row.column, toColumn(row)])),
      primaryKey: uniqueKeys.find((key) => key.table === name && key.isPrimary)?.columns ?? [],
      relationships: relationships.filter(({ origin }) => origin === name),
    },
  ]);
  return new Map(tables);
}

function toColumn(row: ColumnRow): Column {
  return {
    name: row.column,
    type: row.type,
    isJson: row.base_type === 'json' || row.base_type === 'jsonb',
    default: row.default,
    isWritable: row.is_writable,
  };
}
