import type {
  Call,
  CallArguments,
  Change,
  Conflict,
  Expression,
  PlannedCondition,
  PlannedSelection,
} from '../plan/steps.ts';
import type { Column, Parameter, Table } from '../schema/tables.ts';
import { writeConditions } from './condition.ts';
import { RETURNED, type Statement, WHOLE_ROW, qualify, quoteName } from './statement.ts';

/** The alias of the changed table. */
const CHANGED = 't0';
/** The rows that a merging upsert has met, so far. A system column would tell too, but views have none. */
export const CONFLICTS = `coalesce(nullif(current_setting('request.conflicts', true), ''), '0')::int`;
const COUNT_CONFLICT = `set_config('request.conflicts', (${CONFLICTS} + 1)::text, true) is not null`;

/**
 * Writes the INSERT, UPDATE or DELETE. It returns only the columns that `selection` reads, because returning a column
 * requires the right to select it.
 */
export function writeChange(
  statement: Statement,
  table: Table,
  change: Change,
  selection: PlannedSelection | null,
): string {
  const target = `${qualify(table)} as ${CHANGED}`;
  const columns = listRead(table, selection, CHANGED).join(', ') || '1';
  if (change.kind === 'insert') return `insert into ${target} ${writeInsert(statement, change)} returning ${columns}`;
  const condition = writeConditions(statement, CHANGED, change.where);
  if (change.kind === 'delete') return `delete from ${target} where ${condition} returning ${columns}`;
  // No UPDATE can be written without columns; `permitted` (sql.ts) tells whether it would have been allowed.
  if (change.columns.length === 0) return `select ${columns} from ${target} where false and ${condition}`;
  const assignments = change.columns.map(({ name }) => `${quoteName(name)} = v.${quoteName(name)}`);
  const values = `json_to_record(${statement.bind(change.json)}::json -> 0) as v(${writeDefinitions(change.columns)})`;
  return `update ${target} set ${assignments.join(', ')} from ${values} where ${condition} returning ${columns}`;
}

/** PostgreSQL casts the values to the types of the columns (protocol.md 2.2). */
function writeInsert(
  statement: Statement,
  { columns, json, useDefaults, conflict }: Extract<Change, { kind: 'insert' }>,
): string {
  if (columns.length === 0) return 'default values';
  const values = columns.map((column) => {
    const value = `v.${quoteName(column.name)}`;
    return useDefaults ? writeDefaulted(statement, column, value) : value;
  });
  const elements = `json_array_elements(${statement.bind(json)}::json) as e(item)`;
  const records = `json_to_record(e.item) as v(${writeDefinitions(columns)})`;
  const source = `select ${values.join(', ')} from ${elements} cross join lateral ${records}`;
  return `(${listNames(columns)}) ${source}${conflict === null ? '' : writeConflict(columns, conflict)}`;
}

/** A key with the value null means null; only a missing key means the default. */
function writeDefaulted(statement: Statement, column: Column, value: string): string {
  const key = `e.item -> ${statement.bind(column.name)}::text`;
  return `case when ${key} is null then ${column.default ?? 'null'} else ${value} end`;
}

function writeConflict(columns: readonly Column[], conflict: Conflict): string {
  const assignments = columns.map(({ name }) => `${quoteName(name)} = excluded.${quoteName(name)}`);
  const update = `update set ${assignments.join(', ')} where ${COUNT_CONFLICT}`;
  const action = conflict.resolution === 'merge' ? update : 'nothing';
  return ` on conflict (${listNames(conflict.columns)}) do ${action}`;
}

function writeDefinitions(columns: readonly Pick<Column, 'name' | 'type'>[]): string {
  return columns.map(({ name, type }) => `${quoteName(name)} ${type}`).join(', ');
}

function listNames(columns: readonly Column[]): string {
  return columns.map(({ name }) => quoteName(name)).join(', ');
}

/**
 * Lists the columns under `alias` that the returned rows, their order and their relationships need, and the whole row
 * where a function computes something of it.
 */
function listRead(table: Table, selection: PlannedSelection | null, alias: string): string[] {
  if (selection === null) return [];
  const own = expressionsOf(selection).map(({ column }) => column);
  const names = new Set(own.filter(({ computedBy }) => computedBy === null).map(({ name }) => name));
  for (const { relationship } of selection.embeds) relationship.pairs.forEach(({ from }) => names.add(from));
  const columns = [...table.columns.keys()].filter((name) => names.has(name));
  const row = readsWholeRow(selection) ? [writeWholeRow(table, alias)] : [];
  return [...columns.map((name) => `${alias}.${quoteName(name)}`), ...row];
}

/** The row under `alias` as a column of its own. */
function writeWholeRow(table: Table, alias: string): string {
  return `(${alias}.*)::${qualify(table)} as ${WHOLE_ROW}`;
}

/** Whether a function computes a column or related rows of the selection from its rows. */
function readsWholeRow(selection: PlannedSelection): boolean {
  return (
    expressionsOf(selection).some(({ column }) => column.computedBy !== null) ||
    selection.embeds.some(({ relationship }) => relationship.computedBy !== null)
  );
}

function expressionsOf({ outputs, order, where }: PlannedSelection): Expression[] {
  return [
    ...outputs.flatMap((one) => ('expression' in one && one.expression ? [one.expression] : [])),
    ...order.flatMap((term) => (term.through === null ? [term.expression] : [])),
    ...where.flatMap(expressionsIn),
  ];
}

function expressionsIn(condition: PlannedCondition): Expression[] {
  if (condition.kind === 'group') return condition.children.flatMap(expressionsIn);
  return condition.kind === 'filter' ? [condition.expression] : [];
}

const CALLED = 't0';
const ARGUMENTS = 'a0';
/** The column of a result that has no columns of its own. */
export const VALUE = `${RETURNED}."value"`;

/** Writes the select of all rows that the function returns; it stands once in a statement. */
export function writeCall(
  statement: Statement,
  { routine, arguments: given }: Call,
  selection: PlannedSelection | null,
): string {
  const call = `${qualify(routine)}(${writeArguments(statement, given)})`;
  const { result } = routine;
  const source = writeSource(statement, given);
  // In FROM its columns would have to be listed.
  if (result.kind === 'record') return `select ${call} as "value"${source === null ? '' : ` from ${source}`}`;
  const row = selection !== null && readsWholeRow(selection) ? [writeWholeRow(selection.table, CALLED)] : [];
  const columns = [`${CALLED}.*`, ...row].join(', ');
  const from = result.kind === 'rows' ? nameColumns(result) : `${CALLED}("value")`;
  return `select ${columns} from ${source === null ? '' : `${source} cross join lateral `}${call} as ${from}`;
}

/** The result of a function with output parameters has no type that would name its columns. */
function nameColumns({ table, hasOwnColumns }: Extract<Call['routine']['result'], { kind: 'rows' }>): string {
  return hasOwnColumns ? `${CALLED}(${[...table.columns.keys()].map(quoteName).join(', ')})` : CALLED;
}

/** JSON is read as a record of the parameters, so that PostgreSQL does all casting. */
function writeSource(statement: Statement, given: CallArguments): string | null {
  if (given.kind !== 'json' || given.given.length === 0) return null;
  return `json_to_record(${statement.bind(given.json)}::json) as ${ARGUMENTS}(${writeDefinitions(given.given)})`;
}

function writeArguments(statement: Statement, given: CallArguments): string {
  if (given.kind === 'body') return `${statement.bind(given.body)}::${given.parameter.type}`;
  if (given.kind === 'json') {
    return given.given.map((one) => writeArgument(one, `${ARGUMENTS}.${quoteName(one.name)}`)).join(', ');
  }
  return given.given
    .map(({ parameter, value }) => writeArgument(parameter, `${statement.bind(value)}::${parameter.type}`))
    .join(', ');
}

function writeArgument({ name, isVariadic }: Parameter, value: string): string {
  return `${isVariadic ? 'variadic ' : ''}${quoteName(name)} => ${value}`;
}
