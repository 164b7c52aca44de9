import { MAX_ROWS } from '../limits.ts';
import { isToOne } from '../schema/tables.ts';
import { type Embed, isAggregated, type OrderTerm, type PlannedSelection } from '../plan/steps.ts';
import { joinConditions, writeConditions, writeEmbedSource, writeInnerConditions } from './condition.ts';
import { limitBytes } from './guard.ts';
import { writeExpression } from './operation.ts';
import { type RowForm, writeObject, writeRow } from './outputs.ts';
import type { Statement } from './statement.ts';

/** The source of the rows: the table, or the returned rows of a write, which have no limit. */
export type RowSource = { alias: string; from: string; condition: string; maxRows: number | null };

/** Writes `select … as value from …`: one value per row, in order, within limits. */
export function writeRows(statement: Statement, selection: PlannedSelection, source: RowSource, form: RowForm): string {
  const { alias, from, condition, maxRows } = source;
  const joined = new Map<Embed, string>();
  const needed = selection.embeds.filter((embed) => isNeeded(embed, selection, form));
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

/** Writes the conditions of `selection` itself for the table under `alias`. */
export function writeOwnConditions(statement: Statement, alias: string, selection: PlannedSelection): string {
  return writeConditions(statement, alias, selection.where);
}

function isNeeded(embed: Embed, selection: PlannedSelection, form: RowForm): boolean {
  return embed.join === 'inner' || isRead(embed, selection, form);
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
