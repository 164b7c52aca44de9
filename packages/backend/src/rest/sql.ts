import { ANSWER_LIMITS, MAX_ROWS } from './limits.ts';
import type { Explain, Media } from './parse/headers.ts';
import { type Plan, type PlannedSelection, type ValueRange, isAggregated } from './plan/steps.ts';
import { CONFLICTS, VALUE, writeCall, writeChange } from './sql/change.ts';
import { joinConditions, writeConditions, writeInnerConditions } from './sql/condition.ts';
import { RETURNED, Statement, limitBytes, maxListBytes, qualify } from './sql/statement.ts';
import { type RowForm, type RowSource, writeRange, writeRows } from './sql/rows.ts';

/** `explained` is the form of the plan that the statement returns instead of its rows. */
export type Sql = { text: string; values: readonly unknown[]; explained: Explain['format'] | null };

/**
 * Writes one statement for the plan, which returns one row: `body` (the text of the response), `rows` (the number of
 * rows in it), `affected` (rows changed by a write), `inserted` (new rows of a merging upsert), `total` (all matching
 * rows, when counted), `permitted` (whether the caller may update any column, for an update without columns), and what
 * functions and triggers chose: `status` and `headers`.
 * `media` is null when no body is sent. Identifiers come from the schema cache, values are parameters. Throws PGRST100
 * when there are too many of them. `maxBytes` is the most that the answer may have.
 */
export function writeSql(
  plan: Plan,
  media: Media | null,
  explain: Explain | null = null,
  maxBytes: number = ANSWER_LIMITS.maxBytes,
): Sql {
  const statement = new Statement(maxBytes, plan.selection === null ? 0 : maxListBytes(plan.selection, maxBytes));
  const text = writePlan(statement, plan, media);
  if (explain === null) return { text, values: statement.values, explained: null };
  const options = [`format ${explain.format}`, ...explain.options];
  return { text: `explain (${options.join(', ')}) ${text}`, values: statement.values, explained: explain.format };
}

function writePlan(statement: Statement, plan: Plan, media: Media | null): string {
  switch (plan.kind) {
    case 'read':
      return writeRead(statement, plan, media);
    case 'write':
      return writeWrite(statement, plan, media);
    case 'call':
      return writeFunctionCall(statement, plan, media);
  }
}

function writeRead(
  statement: Statement,
  { selection, isCounted }: Extract<Plan, { kind: 'read' }>,
  media: Media | null,
): string {
  const alias = statement.nextAlias();
  const condition = writeConditions(statement, alias, selection.where);
  const from = `${qualify(selection.table)} as ${alias}`;
  const body = writeBody(statement, selection, { alias, from, condition, maxRows: MAX_ROWS }, media);
  if (!isCounted) return `select ${body.columns.join(', ')} from ${body.from}`;
  const other = statement.nextAlias();
  const total = writeTotal(statement, selection, other, `${qualify(selection.table)} as ${other}`);
  return `select ${[...body.columns, total].join(', ')} from ${body.from}`;
}

/** Counts all matching rows of `from`, without limit and offset (Content-Range). */
function writeTotal(statement: Statement, selection: PlannedSelection, alias: string, from: string): string {
  const own = writeConditions(statement, alias, selection.where);
  if (isAggregated(selection)) {
    const all = { ...selection, order: [], limit: null, offset: 0 };
    const rows = writeRows(statement, all, { alias, from, condition: own, maxRows: null }, 'none');
    return `(select count(*) from (${rows}) as g) as total`;
  }
  const condition = joinConditions([own, ...writeInnerConditions(statement, alias, selection.embeds)]);
  return `(select count(*) from ${from} where ${condition}) as total`;
}

/** What functions and triggers have chosen for the response by `set_config`; evaluated after them, as aggregates are. */
const CHOSEN = ['status', 'headers'].map((name) => `nullif(current_setting('response.${name}', true), '') as ${name}`);

function writeWrite(
  statement: Statement,
  { table, change, selection }: Extract<Plan, { kind: 'write' }>,
  media: Media | null,
): string {
  const changed = writeChange(statement, table, change, selection);
  const counts = ['(select count(*) from changed) as affected', ...CHOSEN];
  if (change.kind === 'insert' && change.conflict?.resolution === 'merge') {
    // Evaluated after the subquery has counted.
    counts.push(`(select c.rows - ${CONFLICTS} from (select count(*) as rows from changed) as c) as inserted`);
  }
  if (change.kind === 'update' && change.columns.length === 0) {
    const name = statement.bind(qualify(table));
    counts.push(`has_any_column_privilege(${name}::text, 'UPDATE') as permitted`);
  }
  if (selection === null) return `with changed as (${changed}) select ${counts.join(', ')}`;
  const source = { alias: RETURNED, from: `changed as ${RETURNED}`, condition: 'true', maxRows: null };
  const body = writeBody(statement, selection, source, media);
  return `with changed as (${changed}) select ${[...body.columns, ...counts].join(', ')} from ${body.from}`;
}

/** Calls the function once, even if several parts of its result are read. */
function writeFunctionCall(
  statement: Statement,
  { call, selection, range, isCounted }: Extract<Plan, { kind: 'call' }>,
  media: Media | null,
): string {
  const called = `with called as (${writeCall(statement, call, selection)})`;
  const from = `called as ${RETURNED}`;
  if (call.routine.result.kind === 'void')
    return `${called} select ${['count(*) as rows', ...CHOSEN].join(', ')} from ${from}`;
  const shown = media && !call.routine.returnsSet ? { ...media, single: true } : media;
  if (selection === null) {
    const counted = isCounted ? [`(select count(*) from ${from}) as total`] : [];
    return `${called} ${writeValues(statement, range, shown, [...counted, ...CHOSEN])}`;
  }
  const condition = writeConditions(statement, RETURNED, selection.where);
  const body = writeBody(statement, selection, { alias: RETURNED, from, condition, maxRows: MAX_ROWS }, shown);
  const total = isCounted ? [writeTotal(statement, selection, RETURNED, from)] : [];
  return `${called} select ${[...body.columns, ...total, ...CHOSEN].join(', ')} from ${body.from}`;
}

/** Writes the values of a function without columns. */
function writeValues(statement: Statement, range: ValueRange, media: Media | null, counted: readonly string[]): string {
  const form: RowForm = media === null ? 'none' : media.format;
  const value = { json: `to_json(${VALUE})`, csv: `${VALUE}::text`, none: '1' }[form];
  const rows = `select ${value} as value from called as ${RETURNED} ${writeRange(statement, range, MAX_ROWS).join(' ')}`;
  const body = limitBody(statement, rows, form, media);
  return `select ${[...body.columns, ...counted].join(', ')} from ${body.from}`;
}

function writeBody(statement: Statement, selection: PlannedSelection, source: RowSource, media: Media | null) {
  const form: RowForm = media === null ? 'none' : media.format;
  return limitBody(statement, writeRows(statement, selection, source, form), form, media);
}

function limitBody({ maxBytes }: Statement, rows: string, form: RowForm, media: Media | null) {
  const limited = form === 'none' ? rows : limitBytes(rows, form === 'csv' ? 'text' : 'json', maxBytes);
  const from = `(${limited}) as r`;
  const count = 'count(*) as rows';
  return { from, columns: media === null ? [count] : [`${collect(media)} as body`, count] };
}

function collect({ format, single, stripNulls }: Media): string {
  if (format === 'csv') return "coalesce(string_agg(r.value, E'\\n'), '')";
  const value = single ? 'json_agg(r.value) -> 0' : "coalesce(json_agg(r.value), '[]')";
  return `(${stripNulls ? `json_strip_nulls(${value})` : value})::text`;
}
