import { RestError } from '../errors.ts';
import {
  type AnswerLimits,
  MAX_CONDITIONS,
  MAX_LIST_VALUES,
  MAX_ORDER_TERMS,
  MAX_OUTPUTS,
  MAX_PARSED_SEARCHES,
  MAX_PATTERNS,
  MAX_PATTERN_LENGTH,
  MAX_REPEATED_ROWS,
  MAX_ROWS,
  MAX_SEARCH_LENGTH,
  MAX_TOTAL_OUTPUTS,
} from '../limits.ts';
import { isRegularExpression } from '../parse/field.ts';
import type { Operation } from '../parse/syntax.ts';
import { isToOne } from '../schema/tables.ts';
import { isVector } from './outputs.ts';
import { type Output, type PlannedCondition, type PlannedSelection, isAggregated } from './steps.ts';

type Leaf = Exclude<PlannedCondition, { kind: 'group' }>;

const PATTERNS: ReadonlySet<string> = new Set(['like', 'ilike', 'match', 'imatch']);

/**
 * Rejects a selection with too many outputs, conditions or patterns at all depths together. Throws PGRST100. PostgREST
 * has no such limits.
 */
export function rejectExcess(selection: PlannedSelection, { maxEmbeds, maxOutputsOfColumn }: AnswerLimits): void {
  const selections = listSelections(selection);
  rejectAbove(maxEmbeds, selections.length - 1, 'embedded resources');
  for (const one of selections) rejectExcessiveOutputs(one, maxOutputsOfColumn);
  const outputs = selections.map((one) => one.outputs.length);
  const orders = selections.map((one) => one.order.length);
  rejectAbove(MAX_TOTAL_OUTPUTS, sum(outputs), 'columns');
  rejectAbove(MAX_ORDER_TERMS, sum(orders), 'terms of order');
  rejectExcessiveConditions(selections.flatMap(({ where }) => where.flatMap(listLeaves)));
}

function rejectExcessiveOutputs({ outputs }: PlannedSelection, maxOfColumn: number): void {
  rejectAbove(MAX_OUTPUTS, outputs.length, 'columns of one resource');
  const columns = outputs.flatMap((output) => (output.kind === 'column' ? [output.expression.column.name] : []));
  for (const [name, uses] of Map.groupBy(columns, (column) => column)) {
    rejectAbove(maxOfColumn, uses.length, `keys for the column '${name}'`);
  }
}

function rejectExcessiveConditions(leaves: readonly Leaf[]): void {
  rejectAbove(MAX_CONDITIONS, leaves.length, 'conditions');
  const filters = leaves.filter((leaf) => leaf.kind === 'filter');
  const operations = filters.map(({ operation }) => operation);
  rejectAbove(MAX_LIST_VALUES, sum(operations.map(countValues)), 'values in lists');
  rejectAbove(MAX_PATTERNS, sum(operations.map(countPatterns)), 'patterns');
  rejectAbove(MAX_PATTERN_LENGTH, sum(operations.map(patternLength)), 'characters in patterns');
  rejectAbove(MAX_SEARCH_LENGTH, sum(operations.map(searchLength)), 'characters in text searches');
  const parsed = filters.filter(({ expression, operation }) => operation.kind === 'search' && !isVector(expression));
  rejectAbove(MAX_PARSED_SEARCHES, parsed.length, 'text searches over what is no tsvector');
  operations.forEach(rejectBackReference);
}

function listSelections(selection: PlannedSelection): PlannedSelection[] {
  return [selection, ...selection.embeds.flatMap((embed) => listSelections(embed.selection))];
}

function listLeaves(condition: PlannedCondition): Leaf[] {
  return condition.kind === 'group' ? condition.children.flatMap(listLeaves) : [condition];
}

const countValues = (operation: Operation) => (operation.kind === 'in' ? operation.values.length : 0);
const searchLength = (operation: Operation) => (operation.kind === 'search' ? operation.value.length : 0);
const patternLength = (operation: Operation) =>
  operation.kind === 'compare' && PATTERNS.has(operation.operator) ? operation.value.length : 0;

/** Counts the commas of an array, including those in quotes, which is never less than the number of patterns. */
function countPatterns(operation: Operation): number {
  if (operation.kind !== 'compare' || !PATTERNS.has(operation.operator)) return 0;
  return operation.quantifier === null ? 1 : operation.value.split(',').length;
}

/**
 * Back-references make PostgreSQL's regular expressions exponential. A backslash and the next character are one token.
 */
function rejectBackReference(operation: Operation): void {
  if (!isRegularExpression(operation)) return;
  const tokens = operation.value.match(/\\[^]|[^\\]/g) ?? [];
  if (tokens.some((token) => /^\\[1-9]/.test(token)))
    throw new RestError('QueryTooComplex', 'Back-references are not supported');
}

function rejectAbove(limit: number, number: number, what: string): void {
  if (number > limit) throw new RestError('QueryTooComplex', `More than ${limit} ${what}`);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/**
 * Rejects selections that could repeat too many rows: a list below a to-one relationship is repeated for every row
 * above it (`posts → category → posts → …`), so a short URL could fill the server's memory. Throws PGRST100. PostgREST
 * has no such limit.
 */
export function rejectRepetition(selection: PlannedSelection): void {
  const repeated = countRepeated(selection, rowsAtMost(selection), false);
  if (repeated > MAX_REPEATED_ROWS) throw new RestError('TooManyRepeatedRows', MAX_REPEATED_ROWS);
}

function countRepeated({ embeds }: PlannedSelection, rows: number, isRepeated: boolean): number {
  return embeds.reduce((total, { relationship, selection }) => {
    const isMany = !isToOne(relationship);
    const rowsBelow = isMany ? rows * rowsAtMost(selection) : rows;
    const isShared = relationship.cardinality === 'many-to-one' || relationship.cardinality === 'many-to-many';
    const own = isMany && isRepeated ? rowsBelow : 0;
    return total + own + countRepeated(selection, rowsBelow, isRepeated || isShared);
  }, 0);
}

function rowsAtMost({ table, where, limit, outputs }: PlannedSelection): number {
  if (outputs.length > 0 && outputs.every(({ kind }) => kind === 'aggregate')) return 1;
  const [key, ...others] = table.primaryKey;
  const isOne = others.length === 0 && where.some((condition) => asksForKey(condition, key));
  return isOne ? 1 : Math.min(limit ?? MAX_ROWS, MAX_ROWS);
}

function asksForKey(condition: PlannedCondition, key: string | undefined): boolean {
  if (condition.kind !== 'filter' || condition.negated || condition.operation.kind !== 'compare') return false;
  const { expression, operation } = condition;
  const isEqual = operation.operator === 'eq' && operation.quantifier === null;
  return isEqual && expression.json.length === 0 && expression.column.name === key;
}

/**
 * Rejects aggregates that the settings do not allow: all but a count of rows that is the only key of its resource, which
 * costs what `count=exact` costs. Throws PGRST123.
 */
export function rejectAggregates(selection: PlannedSelection): void {
  const isCountOnly = selection.outputs.length === 1 && selection.outputs.every(isCountOfRows);
  if (isAggregated(selection) && !isCountOnly) throw new RestError('AggregatesNotAllowed');
  selection.embeds.forEach((embed) => rejectAggregates(embed.selection));
}

/** Rejects aggregates in spread embeds of several rows, as PostgREST does. Throws PGRST127. */
export function rejectSpreadAggregates({ embeds }: PlannedSelection): void {
  for (const { isSpread, selection } of embeds) {
    if (isSpread && isAggregated(selection)) {
      throw new RestError('NotImplemented', 'Aggregates are not implemented for one-to-many or many-to-many spreads.');
    }
    rejectSpreadAggregates(selection);
  }
}

const isCountOfRows = (output: Output): boolean =>
  output.kind === 'aggregate' && output.function === 'count' && output.expression === null && output.spread === null;
