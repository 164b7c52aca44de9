import { MAX_ROWS } from '../limits.ts';
import { isToOne } from '../schema/tables.ts';
import type { Embed, OrderTerm, Output, Selection } from '../plan/steps.ts';
import { writeConditions } from './condition.ts';
import { writeEmbedSource } from './embed.ts';
import { writeExpression } from './expression.ts';
import type { Statement } from './statement.ts';

/** How one row is written: a JSON object, the text of a CSV line, or nothing (to be counted only). */
export type RowForm = 'json' | 'csv' | 'none';

/** Where rows come from: the table itself, or the rows a write has returned, which know no limit of ours. */
export type RowSource = { alias: string; from: string; condition: string; maxRows: number | null };

/** `select … as value from …`: one value per row, in order, within limits. */
export function writeRows(statement: Statement, selection: Selection, source: RowSource, form: RowForm): string {
  const { alias, from, condition, maxRows } = source;
  const joined = new Map<Embed, string>();
  const joins = selection.embeds
    .filter((embed) => isNeeded(embed, selection, form))
    .map((embed) => {
      const name = statement.nextAlias();
      joined.set(embed, name);
      return writeJoin(statement, alias, name, embed);
    });
  const value = writeRow(statement, alias, selection.outputs, joined, form);
  const order = selection.order.map((term) => writeOrder(statement, alias, term));
  const clauses = [
    `select ${value} as value from ${[from, ...joins].join(' ')} where ${condition}`,
    ...(order.length > 0 ? [`order by ${order.join(', ')}`] : []),
    ...writeRange(statement, selection, maxRows),
  ];
  return clauses.join(' ');
}

/** Conditions of `selection` itself against the table under `alias`. */
export function writeOwnConditions(statement: Statement, alias: string, selection: Selection): string {
  return writeConditions(statement, alias, selection.where);
}

function isNeeded(embed: Embed, selection: Selection, form: RowForm): boolean {
  const isShown = selection.outputs.some((output) => output.kind === 'embed' && output.embed === embed);
  return embed.join === 'inner' || (isShown && form !== 'none');
}

function writeRange(statement: Statement, { limit, offset }: Selection, maxRows: number | null): string[] {
  const most = maxRows === null ? limit : Math.min(limit ?? maxRows, maxRows);
  return [
    ...(most === null ? [] : [`limit ${statement.bind(most)}`]),
    ...(offset === 0 ? [] : [`offset ${statement.bind(offset)}`]),
  ];
}

/** Rows of an embedded relationship: an object for one, an array for many; `!inner` leaves out rows without any. */
function writeJoin(statement: Statement, origin: string, name: string, embed: Embed): string {
  const rows = writeRows(
    statement,
    embed.selection,
    { ...writeEmbedSource(statement, origin, embed), maxRows: MAX_ROWS },
    'json',
  );
  const join = embed.join === 'inner' ? 'join' : 'left join';
  if (isToOne(embed.relationship)) return `${join} lateral (${rows}) as ${name} on true`;
  if (embed.join === 'inner') {
    return `join lateral (select json_agg(m.value) as value from (${rows}) as m) as ${name} on ${name}.value is not null`;
  }
  return `left join lateral (select coalesce(json_agg(m.value), '[]') as value from (${rows}) as m) as ${name} on true`;
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
  // A record's text is a CSV line within brackets (PostgREST does the same).
  if (form === 'csv') return `left(substr(row(${outputs.map(writeOutput).join(', ')})::text, 2), -1)`;
  return writeObject(outputs.map((output) => `${statement.bind(output.key)}::text, ${writeOutput(output)}`));
}

/** A function takes no more than a hundred arguments: longer objects are joined from pieces. */
const PAIRS_PER_OBJECT = 50;

/** Keys are parameters, so that an alias need not become an identifier. */
function writeObject(pairs: readonly string[]): string {
  if (pairs.length <= PAIRS_PER_OBJECT) return `json_build_object(${pairs.join(', ')})`;
  const head = writeObject(pairs.slice(0, PAIRS_PER_OBJECT));
  const tail = writeObject(pairs.slice(PAIRS_PER_OBJECT));
  return `(left(${head}::text, -1) || ',' || substr(${tail}::text, 2))::json`;
}

function writeOrder(statement: Statement, alias: string, term: OrderTerm): string {
  const direction = `${term.descending ? 'desc' : 'asc'}${term.nulls === null ? '' : ` nulls ${term.nulls}`}`;
  if (term.through === null) return `${writeExpression(statement, alias, term.expression)} ${direction}`;
  const related = writeEmbedSource(statement, alias, term.through);
  const expression = writeExpression(statement, related.alias, term.expression);
  return `(select ${expression} from ${related.from} where ${related.condition}) ${direction}`;
}
