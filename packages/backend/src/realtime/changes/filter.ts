import { MAX_FILTER_CONDITIONS, MAX_FILTER_VALUES } from '../limits.ts';

/** The operators of filters (realtime-js, RealtimePostgresFilterBuilder.ts), as SQL. */
export const OPERATORS = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
} as const;
const IS_VALUES: readonly string[] = ['null', 'true', 'false', 'unknown'];

export type RowCondition = { column: string; isNegated: boolean } & (
  | { kind: 'compare'; operator: keyof typeof OPERATORS; value: string }
  | { kind: 'in'; values: readonly string[] }
  | { kind: 'is'; value: 'null' | 'true' | 'false' | 'unknown' }
);

/** A filter that cannot be read; the message is for the client. */
export class FilterError extends Error {}

/**
 * Parses a filter of a subscription: conditions `column=[not.]operator.value`, all of which must hold, separated by
 * commas outside quotes and parentheses. Throws FilterError.
 */
export function parseFilter(text: string): RowCondition[] {
  const parts = splitList(text);
  if (parts.length > MAX_FILTER_CONDITIONS) {
    throw new FilterError(`a filter has at most ${MAX_FILTER_CONDITIONS} conditions`);
  }
  return parts.map(parseCondition);
}

/** Whether a condition compares with a regular expression, whose cost PostgreSQL does not bound. */
export function isPattern(condition: RowCondition): boolean {
  return condition.kind === 'compare' && (condition.operator === 'match' || condition.operator === 'imatch');
}

function parseCondition(condition: string): RowCondition {
  const equals = condition.indexOf('=');
  const column = condition.slice(0, equals).trim();
  if (equals < 1 || column === '' || column.length > 63)
    throw new FilterError(`"${condition}" is not column=operator.value`);
  const isNegated = condition.startsWith('not.', equals + 1);
  const rest = condition.slice(equals + 1 + (isNegated ? 4 : 0));
  const dot = rest.indexOf('.');
  const operator = rest.slice(0, dot);
  const value = rest.slice(dot + 1);
  if (dot < 1) throw new FilterError(`"${condition}" has no operator`);
  if (operator === 'in') return { kind: 'in', column, isNegated, values: parseValues(value) };
  if (operator === 'is') return { kind: 'is', column, isNegated, value: parseIs(value) };
  if (!isOperator(operator)) throw new FilterError(`"${operator}" is not an operator of filters`);
  const text = unquote(value);
  if (operator.endsWith('like') && endsWithEscape(text)) {
    // PostgreSQL would find it only in the first row that matches so far, and then tell no subscriber of that caller.
    throw new FilterError('a pattern must not end with its escape character');
  }
  return { kind: 'compare', column, isNegated, operator, value: text };
}

/** Whether an odd number of backslashes ends the text. */
function endsWithEscape(text: string): boolean {
  let start = text.length;
  while (text[start - 1] === '\\') start -= 1;
  return (text.length - start) % 2 === 1;
}

function isOperator(text: string): text is keyof typeof OPERATORS {
  return Object.hasOwn(OPERATORS, text);
}

function parseIs(value: string) {
  const lower = value.toLowerCase();
  if (!IS_VALUES.includes(lower)) throw new FilterError('"is" takes null, true, false or unknown');
  return lower as 'null' | 'true' | 'false' | 'unknown';
}

function parseValues(text: string): string[] {
  if (!text.startsWith('(') || !text.endsWith(')')) throw new FilterError('"in" takes a list in parentheses');
  const values = splitList(text.slice(1, -1)).map(unquote);
  if (values.length > MAX_FILTER_VALUES) throw new FilterError(`"in" takes at most ${MAX_FILTER_VALUES} values`);
  return values;
}

/** Splits at commas that stand outside quotes and parentheses. */
function splitList(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (isQuoted && sign === '\\') at += 1;
    else if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    else if (sign === ',' && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  if (isQuoted || depth !== 0) throw new FilterError('a quote or a parenthesis is not closed');
  return [...parts, text.slice(start)];
}

function unquote(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length < 2 || !trimmed.startsWith('"') || !trimmed.endsWith('"')) return text;
  return trimmed.slice(1, -1).replace(/\\(.)/gs, '$1');
}
