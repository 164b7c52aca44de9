import { MAX_ANSWER_BYTES, MAX_ROWS } from './limits.ts';
import type { Media } from './parse/media.ts';
import type { Plan, PlannedSelection } from './plan/steps.ts';
import { CHANGED, WAS_INSERTED, writeChange } from './sql/change.ts';
import { joinConditions, writeInnerConditions } from './sql/condition.ts';
import { limitBytes, maxListBytes } from './sql/guard.ts';
import { writeOwnConditions, writeRows, type RowForm, type RowSource } from './sql/rows.ts';
import { qualifyTable, Statement } from './sql/statement.ts';

export type Sql = { text: string; values: readonly unknown[] };

/**
 * Writes one statement for the plan, which returns one row: `body` (the text of the response), `rows` (the number of
 * rows in it), `affected` (rows changed by a write), `inserted` (new rows of a merging upsert), `total` (all matching
 * rows, when counted) and `permitted` (whether the caller may update any column, for an update without columns).
 * `media` is null when no body is sent. Identifiers come from the schema cache, values are parameters. Throws PGRST100
 * when there are too many of them.
 */
export function writeSql(plan: Plan, media: Media | null): Sql {
  const statement = new Statement(plan.selection === null ? 0 : maxListBytes(plan.selection));
  const text = plan.kind === 'read' ? writeRead(statement, plan, media) : writeWrite(statement, plan, media);
  return { text, values: statement.values };
}

function writeRead(
  statement: Statement,
  { selection, isCounted }: Extract<Plan, { kind: 'read' }>,
  media: Media | null,
): string {
  const alias = statement.nextAlias();
  const condition = writeOwnConditions(statement, alias, selection);
  const from = `${qualifyTable(selection.table.name)} as ${alias}`;
  const body = writeBody(statement, selection, { alias, from, condition, maxRows: MAX_ROWS }, media);
  return `select ${[...body.columns, ...(isCounted ? [writeTotal(statement, selection)] : [])].join(', ')} from ${body.from}`;
}

/** Counts all matching rows, without limit and offset (Content-Range). */
function writeTotal(statement: Statement, selection: PlannedSelection): string {
  const alias = statement.nextAlias();
  const own = writeOwnConditions(statement, alias, selection);
  const condition = joinConditions([own, ...writeInnerConditions(statement, alias, selection.embeds)]);
  return `(select count(*) from ${qualifyTable(selection.table.name)} as ${alias} where ${condition}) as total`;
}

function writeWrite(
  statement: Statement,
  { table, change, selection }: Extract<Plan, { kind: 'write' }>,
  media: Media | null,
): string {
  const changed = writeChange(statement, table, change, selection);
  const counts = ['(select count(*) from changed) as affected'];
  if (change.kind === 'insert' && change.conflict?.resolution === 'merge') {
    counts.push(`(select count(*) from changed where ${WAS_INSERTED}) as inserted`);
  }
  if (change.kind === 'update' && change.columns.length === 0) {
    const name = statement.bind(qualifyTable(table.name));
    counts.push(`has_any_column_privilege(${name}::text, 'UPDATE') as permitted`);
  }
  if (selection === null) return `with changed as (${changed}) select ${counts.join(', ')}`;
  const source = { alias: CHANGED, from: `changed as ${CHANGED}`, condition: 'true', maxRows: null };
  const body = writeBody(statement, selection, source, media);
  return `with changed as (${changed}) select ${[...body.columns, ...counts].join(', ')} from ${body.from}`;
}

function writeBody(statement: Statement, selection: PlannedSelection, source: RowSource, media: Media | null) {
  const form: RowForm = media === null ? 'none' : media.format;
  const rows = writeRows(statement, selection, source, form);
  const limited = form === 'none' ? rows : limitBytes(rows, form === 'csv' ? 'text' : 'json', MAX_ANSWER_BYTES);
  const from = `(${limited}) as r`;
  const count = 'count(*) as rows';
  return { from, columns: media === null ? [count] : [`${collect(media)} as body`, count] };
}

function collect({ format, single, stripNulls }: Media): string {
  if (format === 'csv') return "coalesce(string_agg(r.value, E'\\n'), '')";
  const value = single ? 'json_agg(r.value) -> 0' : "coalesce(json_agg(r.value), '[]')";
  return `(${stripNulls ? `json_strip_nulls(${value})` : value})::text`;
}
