import { MAX_ROWS } from '../limits.ts';
import { isToOne } from '../schema/tables.ts';
import type { Embed, OrderTerm, Output, PlannedSelection } from '../plan/steps.ts';
import { joinConditions, writeConditions, writeEmbedSource, writeInnerConditions } from './condition.ts';
import { limitBytes } from './guard.ts';
import { writeExpression } from './operation.ts';
import type { Statement } from './statement.ts';

/** The form of one row: a JSON object, a line of CSV, or none when rows are only counted. */
export type RowForm = 'json' | 'csv' | 'none';

/** The source of the rows: the table, or the returned rows of a write, which have no limit. */
export type RowSource = { alias: string; from: string; condition: string; maxRows: number | null };

/** Writes `select … as value from …`: one value per row, in order, within limits. */
export function writeRows(statement: Statement, selection: PlannedSelection, source: RowSource, form: RowForm): string {
  const { alias, from, condition, maxRows } = source;
  const joined = new Map<Embed, string>();
  const needed = selection.embeds.filter((embed) => isNeeded(embed, selection, form));
  const filters = needed.filter((embed) => !isRead(embed, selection, form) && isUnlimited(embed.selection));
  const joins = needed
    .filter((embed) => !filters.includes(embed))
    .map((embed) => {
      const name = statement.nextAlias();
      joined.set(embed, name);
      return writeJoin(statement, alias, name, embed);
    });
  const where = joinConditions([condition, ...writeInnerConditions(statement, alias, filters)]);
  const value = writeRow(statement, alias, selection.outputs, joined, form);
  const order = selection.order.map((term) => writeOrder(statement, alias, term));
  const clauses = [
    `select ${value} as value from ${[from, ...joins].join(' ')} where ${where}`,
    ...(order.length > 0 ? [`order by ${order.join(', ')}`] : []),
    ...writeRange(statement, selection, maxRows),
  ];
  return clauses.join(' ');
}

/** Writes the conditions of `selection` itself for the table under `alias`. */
export function writeOwnConditions(statement: Statement, alias: string, selection: PlannedSelection): string {
  return writeConditions(statement, alias, selection.where);
}

function isNeeded(embed: Embed, selection: PlannedSelection, form: RowForm): boolean {
  return embed.join === 'inner' || isRead(embed, selection, form);
}

function isRead(embed: Embed, { outputs }: PlannedSelection, form: RowForm): boolean {
  return form !== 'none' && outputs.some((output) => output.kind === 'embed' && output.embed === embed);
}

/** Whether related rows only have to exist: a limit or an offset can leave none of them. */
function isUnlimited({ limit, offset, embeds }: PlannedSelection): boolean {
  return limit === null && offset === 0 && embeds.every((embed) => isUnlimited(embed.selection));
}

function writeRange(statement: Statement, { limit, offset }: PlannedSelection, maxRows: number | null): string[] {
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
  if (embed.join === 'inner') {
    return `join lateral (select json_agg(m.value) as value from (${list}) as m) as ${name} on ${name}.value is not null`;
  }
  return `left join lateral (select coalesce(json_agg(m.value), '[]') as value from (${list}) as m) as ${name} on true`;
}

function writeRow(
  statement: Statement,
  alias: string,
  outputs: readonly Output[],
  joined: ReadonlyMap<Embed, string>,
  form: RowForm,
): string {
  if (form === 'none') return '1';
  const writeOutput = (output: Output): string => {
    if (output.kind === 'embed') return `${joined.get(output.embed)}.value`;
    const expression = writeExpression(statement, alias, output.expression);
    return output.cast === null ? expression : `cast(${expression} as ${output.cast})`;
  };
  // The text of a record is a line of CSV in brackets (as in PostgREST).
  if (form === 'csv') return `left(substr(row(${outputs.map(writeOutput).join(', ')})::text, 2), -1)`;
  const keys = outputs.map(({ key }) => key);
  return writeObject(statement, keys, outputs.map(writeOutput));
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

function writeOrder(statement: Statement, alias: string, term: OrderTerm): string {
  const direction = `${term.descending ? 'desc' : 'asc'}${term.nulls === null ? '' : ` nulls ${term.nulls}`}`;
  if (term.through === null) return `${writeExpression(statement, alias, term.expression)} ${direction}`;
  const related = writeEmbedSource(statement, alias, term.through);
  const expression = writeExpression(statement, related.alias, term.expression);
  return `(select ${expression} from ${related.from} where ${related.condition}) ${direction}`;
}
