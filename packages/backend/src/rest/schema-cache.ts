import { ANONYMOUS, asCaller } from '../database/as-caller.ts';
import type { DatabasePool, RunQuery } from '../database/connect.ts';
import { COLUMNS, CONSTRAINTS, ROUTINES, TYPES, VERSION, VIEWS } from './schema/catalog.ts';
import { type ConstraintRow, findKeys, type NumberedColumn, readViewColumns, type ViewColumns } from './schema/keys.ts';
import { findRelationships, type UniqueKey } from './schema/relationships.ts';
import { buildRoutines, findComputed, type RoutineRow } from './schema/routines.ts';
import type { Column, Relationship, SchemaCache, Table } from './schema/tables.ts';

type ColumnRow = NumberedColumn & {
  type: string;
  base_type: string;
  default: string | null;
  is_writable: boolean;
  events: number;
};

/** The exposed schemas by name. */
export type SchemaCaches = ReadonlyMap<string, SchemaCache>;

/** A digest of the state of the schemas, and whether PostgreSQL notifies changes. */
export type SchemaVersion = { version: string; isWatched: boolean };

const WRITES = [
  { write: 'insert', bit: 8 },
  { write: 'update', bit: 4 },
  { write: 'delete', bit: 16 },
] as const;

/** Reads the schemas from PostgreSQL's catalog, with the rights of an anonymous caller. */
export async function loadSchemaCaches(database: DatabasePool, schemas: readonly string[]): Promise<SchemaCaches> {
  const caches = new Map<string, SchemaCache>();
  for (const schema of schemas) caches.set(schema, await loadSchemaCache(database, schema));
  return caches;
}

/** Reads the version of the schemas, before they are read themselves. */
export async function readSchemaVersion(database: DatabasePool, schemas: readonly string[]): Promise<SchemaVersion> {
  return asCaller(database, ANONYMOUS, { readOnly: true }, async (query) => {
    const [row] = await readRows<{ version: string | null; is_watched: boolean }>(query, VERSION, [schemas]);
    return { version: row?.version ?? '', isWatched: row?.is_watched === true };
  });
}

/** Reads one schema. The texts of types and defaults depend on the search path, so it is that of the requests to the schema. */
export async function loadSchemaCache(database: DatabasePool, schema: string): Promise<SchemaCache> {
  const context = { readOnly: true, searchPath: searchPathOf(schema) };
  return asCaller(database, ANONYMOUS, context, async (query) => {
    const columns = await readRows<ColumnRow>(query, COLUMNS, [schema]);
    const constraints = await readRows<ConstraintRow>(query, CONSTRAINTS);
    const trees = await readRows<{ relation: string; tree: string }>(query, VIEWS);
    const routines = await readRows<RoutineRow>(query, ROUTINES, [schema]);
    const types = await readRows<{ name: string; sql: string }>(query, TYPES, [schema]);
    const views = new Map(trees.map(({ relation, tree }) => [relation, readViewColumns(tree)]));
    const byId = buildTables(schema, columns, constraints, views, routines);
    return {
      schema,
      tables: new Map([...byId.values()].map((table) => [table.name, table])),
      routines: buildRoutines(schema, routines, (relation) => byId.get(relation)),
      types: new Map(types.map(({ name, sql }) => [name, sql])),
    };
  });
}

async function readRows<T>(query: RunQuery, text: string, values: readonly unknown[] = []): Promise<T[]> {
  const { rows } = await query(text, values);
  return rows as T[];
}

function buildTables(
  schema: string,
  columns: readonly ColumnRow[],
  constraints: readonly ConstraintRow[],
  views: ReadonlyMap<string, ViewColumns>,
  routines: readonly RoutineRow[],
): Map<string, Table> {
  const { uniqueKeys, foreignKeys } = findKeys(constraints, columns, views);
  const relationships = Map.groupBy(findRelationships(foreignKeys, uniqueKeys), ({ origin }) => origin);
  const byId = Map.groupBy(columns, ({ relation }) => relation);
  const names = new Map([...byId].map(([relation, [row]]) => [relation, { name: row?.table ?? '' }]));
  const tables = [...byId].map(([relation, rows]): [string, Table] => {
    const name = rows[0]?.table ?? '';
    const computed = findComputed(schema, name, relation, routines, names);
    return [
      relation,
      toTable(schema, rows, uniqueKeys, computed.columns, [
        ...(relationships.get(name) ?? []),
        ...computed.relationships,
      ]),
    ];
  });
  return new Map(tables);
}

function toTable(
  schema: string,
  rows: readonly ColumnRow[],
  uniqueKeys: readonly UniqueKey[],
  computed: readonly Column[],
  relationships: readonly Relationship[],
): Table {
  const { table: name, events } = rows[0]!;
  return {
    schema,
    name,
    writes: new Set(WRITES.filter(({ bit }) => (events & bit) !== 0).map(({ write }) => write)),
    columns: new Map(rows.map((row) => [row.column, toColumn(row)])),
    computed: new Map(computed.map((column) => [column.name, column])),
    primaryKey: uniqueKeys.find((key) => key.table === name && key.isPrimary)?.columns ?? [],
    relationships,
  };
}

function toColumn(row: ColumnRow): Column {
  return {
    name: row.column,
    type: row.type,
    isJson: row.base_type === 'json' || row.base_type === 'jsonb',
    default: row.default,
    isWritable: row.is_writable,
    computedBy: null,
  };
}

/** The search path of requests to a schema: functions find tables and extensions without naming a schema. */
export function searchPathOf(schema: string): string {
  return schema === 'public' ? 'public, extensions' : `"${schema.replaceAll('"', '""')}", public, extensions`;
}
