import { MAX_ROWS } from '../limits.ts';
import {
  type Aggregate,
  type Embed,
  isAggregated,
  type OrderTerm,
  type Output,
  type PlannedSelection,
  type ValueRange,
} from '../plan/steps.ts';
import { isToOne } from '../schema/tables.ts';
import { joinConditions, writeEmbedSource, writeExpression, writeInnerConditions } from './condition.ts';
import { limitBytes, type Statement } from './statement.ts';

/** The source of the rows: the table, or the returned rows of a write, which have no limit. */
export type RowSource = { alias: string; from: string; condition: string; maxRows: number | null };

/** Writes `select … as value from …`: one value per row, in order, within limits. */
export function writeRows(statement: Statement, selection: PlannedSelection, source: RowSource, form: RowForm): string {
  const { alias, from, condition, maxRows } = source;
  const joined = new Map<Embed, string>();
  const needed = selection.embeds.filter((embed) => embed.join === 'inner' || isRead(embed, selection, form));
  const unread = needed.filter((embed) => !isRead(embed, selection, form) && isUnlimited(embed.selection));
  // A count of no rows is a row, so that a join would leave nothing out.
  const filters = [...unread, ...needed.filter((embed) => !unread.includes(embed) && isAggregated(embed.selection))];
  const joins = needed
    .filter((embed) => !unread.includes(embed))
    .map((embed) => {
      const name = statement.nextAlias();
      joined.set(embed, name);
      return writeJoin(statement, alias, name, embed);
    });
  const where = joinConditions([condition, ...writeInnerConditions(statement, alias, filters)]);
  const { value, columns = [], groups } = writeRow(statement, alias, selection, joined, form);
  const order = selection.order.map((term) => writeOrder(statement, alias, term));
  const clauses = [
    `select ${[`${value} as value`, ...columns].join(', ')} from ${[from, ...joins].join(' ')} where ${where}`,
    ...(groups && groups.length > 0 ? [`group by ${groups.join(', ')}`] : []),
    ...(order.length > 0 ? [`order by ${order.join(', ')}`] : []),
    ...writeRange(statement, selection, maxRows),
  ];
  return clauses.join(' ');
}

function isRead(embed: Embed, selection: PlannedSelection, form: RowForm): boolean {
  if (form === 'none' && !isAggregated(selection)) return false;
  return selection.outputs.some(
    (output) => (output.kind === 'aggregate' ? output.spread?.embed : 'embed' in output && output.embed) === embed,
  );
}

/** Whether related rows only have to exist: a limit or an offset can leave none of them. */
function isUnlimited({ limit, offset, embeds }: PlannedSelection): boolean {
  return limit === null && offset === 0 && embeds.every((embed) => isUnlimited(embed.selection));
}

/** Writes the limit, of `maxRows` at most, and the offset. */
export function writeRange(statement: Statement, { limit, offset }: ValueRange, maxRows: number | null): string[] {
  return [...writeLimit(statement, limit, maxRows), ...(offset === 0 ? [] : [`offset ${statement.bind(offset)}`])];
}

/**
 * A limit of up to `maxRows` is written out, not bound: for an unknown limit PostgreSQL plans to read a tenth of the
 * table.
 */
function writeLimit(statement: Statement, limit: number | null, maxRows: number | null): string[] {
  if (maxRows === null) return limit === null ? [] : [`limit ${statement.bind(limit)}`];
  return [`limit ${statement.writeCount(Math.min(limit ?? maxRows, maxRows))}`];
}

/**
 * Writes the join of an embedded relationship: an object for to-one, an array for to-many. `!inner` leaves out rows
 * without related rows.
 */
function writeJoin(statement: Statement, origin: string, name: string, embed: Embed): string {
  const rows = writeRows(
    statement,
    embed.selection,
    { ...writeEmbedSource(statement, origin, embed), maxRows: MAX_ROWS },
    'json',
  );
  const join = embed.join === 'inner' ? 'join' : 'left join';
  if (isToOne(embed.relationship)) return `${join} lateral (${rows}) as ${name} on true`;
  const list = limitBytes(rows, 'json', statement.maxListBytes);
  if (embed.isSpread) return `${join} lateral (${writeSpreadList(statement, list, embed)}) as ${name} on true`;
  if (embed.join === 'inner') {
    return `join lateral (select json_agg(m.value) as value from (${list}) as m) as ${name} on ${name}.value is not null`;
  }
  return `left join lateral (select coalesce(json_agg(m.value), '[]') as value from (${list}) as m) as ${name} on true`;
}

/** Writes an object with an array for each key of the related rows; without related rows `!inner` leaves the row out. */
function writeSpreadList(statement: Statement, list: string, { selection, join }: Embed): string {
  const keys = selection.outputs.map(({ key }) => key);
  const arrays = keys.map((key) => `coalesce(json_agg(m.value -> ${statement.bind(key)}::text), '[]')`);
  const having = join === 'inner' ? ' having count(*) > 0' : '';
  return `select ${writeObject(statement, keys, arrays)} as value from (${list}) as m${having}`;
}

function writeOrder(statement: Statement, alias: string, term: OrderTerm): string {
  const direction = `${term.descending ? 'desc' : 'asc'}${term.nulls === null ? '' : ` nulls ${term.nulls}`}`;
  if (term.through === null) return `${writeExpression(statement, alias, term.expression)} ${direction}`;
  const related = writeEmbedSource(statement, alias, term.through);
  const expression = writeExpression(statement, related.alias, term.expression);
  return `(select ${expression} from ${related.from} where ${related.condition}) ${direction}`;
}

/** The form of one row: a JSON object, a line of CSV, or none when rows are only counted. */
export type RowForm = 'json' | 'csv' | 'none';

/**
 * The value of one row, further columns that the row above aggregates, and the expressions that group the rows; null where
 * they are not grouped.
 */
type WrittenRow = { value: string; columns?: readonly string[]; groups: readonly string[] | null };

/** Writes the value of one row. `joined` are the aliases of the embedded relationships. */
function writeRow(
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

/** What an aggregate is of; null for rows. */
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
function writeObject(statement: Statement, keys: readonly string[], values: readonly string[]): string {
  if (keys.length === 0) return `'{}'::json`;
  if (keys.length <= MAX_BUILT_KEYS) {
    const pairs = keys.map((key, index) => `${statement.bind(key)}::text, ${values[index]}`);
    return `json_build_object(${pairs.join(', ')})`;
  }
  const pairs = `unnest(${statement.bind(keys)}::text[], array[${values.map((value) => `to_json(${value})`).join(', ')}])`;
  return `(select json_object_agg(o.key, o.value) from ${pairs} as o(key, value))`;
}
