import type { Column, Parameter, Relationship, Routine, Table } from './tables.ts';

export type RoutineRow = {
  name: string;
  is_volatile: boolean;
  returns_set: boolean;
  returns_one_row: boolean;
  is_variadic: boolean;
  defaults: number;
  names: readonly string[];
  modes: readonly string[];
  types: readonly string[];
  argument_relation: string | null;
  result_type: string;
  result_sql: string;
  result_relation: string | null;
  /** Whether the result is a row whose columns are not known here. */
  returns_record: boolean;
  result_columns: readonly string[];
  result_column_types: readonly string[];
};

export type TablesById = ReadonlyMap<string, Pick<Table, 'name'>>;

type Argument = { name: string; type: string; mode: string };

/** Builds the functions of a schema that requests may call. */
export function buildRoutines(
  schema: string,
  rows: readonly RoutineRow[],
  tableOf: (relation: string) => Table | undefined,
): Map<string, Routine[]> {
  const routines = rows.map((row) => toRoutine(schema, row, tableOf)).filter(isCallable);
  return Map.groupBy(routines, ({ name }) => name);
}

/** Whether all parameters have names, or the only parameter gets the whole body (`plan/change.ts`). */
function isCallable({ parameters }: Routine): boolean {
  return parameters.length === 1 || parameters.every(({ name }) => name !== '');
}

function toRoutine(schema: string, row: RoutineRow, tableOf: (relation: string) => Table | undefined): Routine {
  return {
    schema,
    name: row.name,
    parameters: toParameters(row),
    isVolatile: row.is_volatile,
    returnsSet: row.returns_set,
    result: toResult(schema, row, tableOf),
  };
}

function argumentsOf({ names, modes, types }: RoutineRow): Argument[] {
  return types.map((type, index) => ({ type, name: names[index] ?? '', mode: modes[index] ?? 'i' }));
}

function toParameters(row: RoutineRow): Parameter[] {
  const given = argumentsOf(row).filter(({ mode }) => mode === 'i' || mode === 'b' || mode === 'v');
  return given.map(({ name, type, mode }, index) => ({
    name,
    type,
    hasDefault: index >= given.length - row.defaults,
    isVariadic: mode === 'v',
  }));
}

function toResult(
  schema: string,
  row: RoutineRow,
  tableOf: (relation: string) => Table | undefined,
): Routine['result'] {
  const outputs = argumentsOf(row).filter(({ mode }) => mode === 'o' || mode === 'b' || mode === 't');
  if (outputs.length > 0) {
    const columns = outputs.map(({ name, type }, index) => toColumn(name || `column${index + 1}`, type));
    return { kind: 'rows', hasOwnColumns: true, table: tableOfColumns(schema, row.name, columns) };
  }
  if (row.result_type === 'void') return { kind: 'void' };
  if (row.result_relation === null) return { kind: row.returns_record ? 'record' : 'value' };
  const columns = row.result_columns.map((name, index) => toColumn(name, row.result_column_types[index] ?? 'text'));
  const table = tableOf(row.result_relation) ?? tableOfColumns(schema, row.name, columns);
  return { kind: 'rows', hasOwnColumns: false, table };
}

/** The result of a function that returns no rows of a table: it has no relationships. */
function tableOfColumns(schema: string, name: string, columns: readonly Column[]): Table {
  return {
    schema,
    name,
    writes: new Set(),
    columns: new Map(columns.map((column) => [column.name, column])),
    computed: new Map(),
    primaryKey: [],
    relationships: [],
  };
}

function toColumn(name: string, type: string): Column {
  return { name, type, isJson: isJsonType(type), default: null, isWritable: false, computedBy: null };
}

const isJsonType = (type: string): boolean => type === 'json' || type === 'jsonb';

/** The functions of a row of the table with this object id: columns, and related rows of tables of the schema. */
export function findComputed(
  schema: string,
  origin: string,
  relation: string,
  rows: readonly RoutineRow[],
  tables: TablesById,
): { columns: Column[]; relationships: Relationship[] } {
  const own = rows.filter((row) => row.argument_relation === relation && row.types.length === 1);
  return {
    columns: own
      .filter(
        (row) => row.result_relation === null && !row.returns_set && !['void', 'record'].includes(row.result_type),
      )
      .map(({ name, result_sql: type }) => ({ ...toColumn(name, type), computedBy: { schema, name } })),
    relationships: own.flatMap((row) => {
      const target = tables.get(row.result_relation ?? '')?.name;
      return target === undefined ? [] : [toRelationship(schema, origin, target, row)];
    }),
  };
}

/** Rows of a function may be the same for several rows, as through a junction. */
function toRelationship(schema: string, origin: string, target: string, row: RoutineRow): Relationship {
  return {
    origin,
    target,
    cardinality: row.returns_set && !row.returns_one_row ? 'many-to-many' : 'many-to-one',
    isReferencing: true,
    isTargetView: false,
    constraint: row.name,
    pairs: [],
    junction: null,
    computedBy: { schema, name: row.name },
  };
}
