import { ANONYMOUS, asCaller } from '../database/as-caller.ts';
import type { DatabasePool, RunQuery } from '../database/connect.ts';
import { COLUMNS, CONSTRAINTS, ROUTINES, TYPES, VERSION, VIEWS } from './schema/catalog.ts';
import { type ConstraintRow, type NumberedColumn, type ViewColumns, findKeys, readViewColumns } from './schema/keys.ts';
import { type UniqueKey, findRelationships } from './schema/relationships.ts';
import { type RoutineRow, buildRoutines, findComputed } from './schema/routines.ts';
import type { Column, Relationship, SchemaCache, Table } from './schema/tables.ts';
import { listenFor } from '../database/listen.ts';
import { outsideRequests } from '../usage/request-context.ts';
import { RestError } from './errors.ts';

type ColumnRow = NumberedColumn & {
  type: string;
  base_type: string;
  default: string | null;
  is_writable: boolean;
  events: number;
};

export type SchemaCaches = ReadonlyMap<string, SchemaCache>;

/** A digest of the state of the schemas, and whether PostgreSQL notifies changes. */
type SchemaVersion = { version: string; isWatched: boolean };

const WRITES = [
  { write: 'insert', bit: 8 },
  { write: 'update', bit: 4 },
  { write: 'delete', bit: 16 },
] as const;

/** Reads the schemas from PostgreSQL's catalog, with the rights of an anonymous caller. */
async function loadSchemaCaches(database: DatabasePool, schemas: readonly string[]): Promise<SchemaCaches> {
  const caches = new Map<string, SchemaCache>();
  for (const schema of schemas) caches.set(schema, await loadSchemaCache(database, schema));
  return caches;
}

/** Reads the version of the schemas, before they are read themselves. */
async function readSchemaVersion(database: DatabasePool, schemas: readonly string[]): Promise<SchemaVersion> {
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

/** The schema of requests, which is reloaded when it changes. */
export type KeptSchema = {
  /**
   * Runs `plan` with the current schema. When `plan` does not know a name and the schema has changed, it runs once more.
   * Throws what `plan` throws.
   */
  withSchema: <T>(plan: (caches: SchemaCaches) => T) => Promise<T>;
  /**
   * Reloads the schema if it has changed, and resolves to whether it differs from `used`: for a statement of `used` that
   * PostgreSQL did not understand. Never rejects.
   */
  isOutdated: (used: SchemaCaches) => Promise<boolean>;
  stop: () => Promise<void>;
};

/** PostgREST's channel and message: `notify pgrst, 'reload schema'`. */
const CHANNEL = 'pgrst';
const RELOAD = 'reload schema';
/** The codes of names missing from the cache. */
const UNKNOWN: ReadonlySet<string> = new Set(['PGRST200', 'PGRST202', 'PGRST204', 'PGRST205', '42703', '42704']);
/** How often the version is read for names that a request invents, and, where PostgreSQL does not notify changes, before requests. */
const CHECK_INTERVAL_MS = 1_000;

/** Loads the schemas and keeps them current. Throws when they cannot be read. */
export async function keepSchema(
  database: DatabasePool,
  schemas: readonly string[],
  now: () => Date,
): Promise<KeptSchema> {
  let known: SchemaVersion = await readSchemaVersion(database, schemas);
  let caches = await loadSchemaCaches(database, schemas);
  let checkedAt = now().getTime();
  let pending: 'nothing' | 'check' | 'reload' = 'nothing';
  let running: Promise<void> | null = null;

  const refresh = async (mustReload: boolean): Promise<void> => {
    const found = await readSchemaVersion(database, schemas);
    if (mustReload || found.version !== known.version) caches = await loadSchemaCaches(database, schemas);
    known = found;
  };
  /** One at a time. After an error the old schema stays, and the next request tries again. */
  const refreshOnce = (): Promise<void> => {
    if (running !== null) return running;
    const asked = pending;
    pending = 'nothing';
    checkedAt = now().getTime();
    // For all requests, so it must not wait for the turn of the first one.
    running = outsideRequests(() => refresh(asked === 'reload'))
      .catch(() => {
        if (asked === 'reload' || pending === 'nothing') pending = asked;
      })
      .finally(() => {
        running = null;
      });
    return running;
  };
  // Also when the clock was set back.
  const isDue = () => Math.abs(now().getTime() - checkedAt) > CHECK_INTERVAL_MS;

  const listener = listenFor(database.url, CHANNEL, (payload) => {
    // Notifications may have been missed before a connection was opened.
    if (payload === RELOAD) pending = 'reload';
    else if (payload === null && pending === 'nothing') pending = 'check';
  });
  const isOutdated = async (used: SchemaCaches): Promise<boolean> => {
    if (running !== null) await running;
    if (used === caches) await refreshOnce();
    return used !== caches;
  };
  const withSchema: KeptSchema['withSchema'] = async (plan) => {
    if (running !== null) await running;
    if (pending !== 'nothing' || (!known.isWatched && isDue())) await refreshOnce();
    const used = caches;
    try {
      return plan(used);
    } catch (error) {
      const isUnknown = error instanceof RestError && UNKNOWN.has(error.code);
      if (!isUnknown || !isDue() || !(await isOutdated(used))) throw error;
      return plan(caches);
    }
  };
  return { withSchema, isOutdated, stop: listener.stop };
}
