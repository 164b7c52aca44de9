import { isAggregated, type Aggregate, type Embed, type Output, type PlannedSelection } from '../plan/steps.ts';
import { writeExpression } from './operation.ts';
import type { Statement } from './statement.ts';

/** The form of one row: a JSON object, a line of CSV, or none when rows are only counted. */
export type RowForm = 'json' | 'csv' | 'none';

/**
 * The value of one row, further columns that the row above aggregates, and the expressions that group the rows; null where
 * they are not grouped.
 */
export type WrittenRow = { value: string; columns?: readonly string[]; groups: readonly string[] | null };

/** Writes the value of one row. `joined` are the aliases of the embedded relationships. */
export function writeRow(
  statement: Statement,
  alias: string,
  selection: PlannedSelection,
  joined: ReadonlyMap<Embed, string>,
  form: RowForm,
): WrittenRow {
  if (selection.isPartOfRow) return writePartOfRow(statement, alias, selection, joined);
  const { outputs } = selection;
  const areGrouped = isAggregated(selection);
  if (form === 'none' && !areGrouped) return { value: '1', groups: null };
  const written = outputs.map((output) => {
    const value = writeOutput(statement, alias, output, joined, form);
    return areGrouped && hasNoEquality(output, form) ? `to_jsonb(${value})` : value;
  });
  const groups = areGrouped ? written.filter((_, index) => outputs[index]?.kind !== 'aggregate') : null;
  if (form === 'none') return { value: 'count(*)', groups };
  // The text of a record is a line of CSV in brackets (as in PostgREST).
  if (form === 'csv') return { value: `left(substr(row(${written.join(', ')})::text, 2), -1)`, groups };
  const keys = outputs.map(({ key }) => key);
  return { value: writeObject(statement, keys, written), groups };
}

function writePartOfRow(
  statement: Statement,
  alias: string,
  { outputs }: PlannedSelection,
  joined: ReadonlyMap<Embed, string>,
): WrittenRow {
  const own = outputs.filter((output) => output.kind !== 'aggregate');
  const values = own.map((output) => writeOutput(statement, alias, output, joined, 'json'));
  const columns = outputs.flatMap((output, index) => {
    const operand = output.kind === 'aggregate' ? writeOperand(statement, alias, output, joined) : null;
    return operand === null ? [] : [`${operand} as ${aggregatedColumn(index)}`];
  });
  const keys = own.map(({ key }) => key);
  return { value: writeObject(statement, keys, values), columns, groups: null };
}

const aggregatedColumn = (index: number): string => `aggregated_${index}`;

/** The column that is aggregated; null for a count of rows. */
function writeOperand(
  statement: Statement,
  alias: string,
  { expression, cast, spread }: Aggregate,
  joined: ReadonlyMap<Embed, string>,
): string | null {
  if (spread?.at != null) return `${joined.get(spread.embed)}.${aggregatedColumn(spread.at)}`;
  return expression === null ? null : writeCast(writeExpression(statement, alias, expression), cast);
}

/** The type json cannot be grouped. In CSV the keys of a spread embed are text. */
function hasNoEquality(output: Output, form: RowForm): boolean {
  if (output.kind === 'embed') return true;
  if (output.kind === 'spread') return form !== 'csv';
  if (output.kind !== 'column' || output.cast !== null) return false;
  const { column, json } = output.expression;
  return column.isJson && json.at(-1)?.asText !== true;
}

function writeOutput(
  statement: Statement,
  alias: string,
  output: Output,
  joined: ReadonlyMap<Embed, string>,
  form: RowForm,
): string {
  switch (output.kind) {
    case 'embed':
      return `${joined.get(output.embed)}.value`;
    case 'spread':
      return `(${joined.get(output.embed)}.value ${form === 'csv' ? '->>' : '->'} ${statement.bind(output.key)}::text)`;
    case 'column':
      return writeCast(writeExpression(statement, alias, output.expression), output.cast);
    case 'aggregate': {
      const operand = writeOperand(statement, alias, output, joined) ?? '*';
      return writeCast(`${output.function}(${operand})`, output.resultCast);
    }
  }
}

function writeCast(expression: string, type: string | null): string {
  return type === null ? expression : `cast(${expression} as ${type})`;
}

/** A function of PostgreSQL takes at most a hundred arguments. */
const MAX_BUILT_KEYS = 50;

/**
 * Writes a JSON object of any number of keys, in linear time and memory. The keys are parameters, so an alias never
 * becomes an identifier.
 */
export function writeObject(statement: Statement, keys: readonly string[], values: readonly string[]): string {
  if (keys.length === 0) return `'{}'::json`;
  if (keys.length <= MAX_BUILT_KEYS) {
    const pairs = keys.map((key, index) => `${statement.bind(key)}::text, ${values[index]}`);
    return `json_build_object(${pairs.join(', ')})`;
  }
  const pairs = `unnest(${statement.bind(keys)}::text[], array[${values.map((value) => `to_json(${value})`).join(', ')}])`;
  return `(select json_object_agg(o.key, o.value) from ${pairs} as o(key, value))`;
}
