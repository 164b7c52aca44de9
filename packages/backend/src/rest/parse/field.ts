import { RestError } from '../errors.ts';
import { MAX_JSON_STEPS } from '../limits.ts';
import type { Cursor } from './cursor.ts';
import type { FieldPath, IsValue, JsonStep, Operation } from './syntax.ts';
import { COMPARISONS, isComparison, isSearch } from '../operators.ts';

const QUOTED = /^"((?:[^"\\]|\\.)*)"/su;
/** Letters, digits, `_`, `$`, spaces, and dashes inside a name, except the dash of an arrow (protocol.md 2.2). */
const NAME = /^[\p{L}\p{N}_ $]+(?:-(?!>)[\p{L}\p{N}_ $]+)*/u;
const JSON_KEY = /^[^(),.:>"-]+(?:-(?!>)[^(),.:>"-]+)*/u;
const JSON_INDEX = /^[+-]?\d{1,9}(?=->|::|[.,)]|$)/u;

/** Parses `"…"` with backslash escapes. Returns null when the next character is not a quote. */
function parseQuoted(cursor: Cursor): string | null {
  const content = cursor.match(QUOTED)?.[1];
  return content === undefined ? null : content.replaceAll(/\\(.)/gsu, '$1');
}

/** Parses a name, plain or quoted. Throws PGRST100. */
export function parseName(cursor: Cursor): string {
  const name = parseQuoted(cursor) ?? cursor.match(NAME)?.[0].trim() ?? '';
  return name === '' ? cursor.fail('a name') : name;
}

/** Parses `name`, `name->key`, `name->0->>key` … */
export function parseField(cursor: Cursor): FieldPath {
  const name = parseName(cursor);
  return { name, json: parseJsonPath(cursor) };
}

/** Parses the steps `->key` and `->>key` that follow, up to MAX_JSON_STEPS. Throws PGRST100. */
export function parseJsonPath(cursor: Cursor): JsonStep[] {
  const steps: JsonStep[] = [];
  for (;;) {
    const asText = cursor.take('->>');
    if (!asText && !cursor.take('->')) return steps;
    if (steps.length === MAX_JSON_STEPS)
      throw new RestError('QueryTooComplex', `More than ${MAX_JSON_STEPS} steps of a JSON path`);
    steps.push({ key: parseJsonKey(cursor), asText });
  }
}

function parseJsonKey(cursor: Cursor): string | number {
  const index = cursor.match(JSON_INDEX)?.[0];
  if (index !== undefined) return Number(index);
  const key = parseQuoted(cursor) ?? cursor.match(JSON_KEY)?.[0].trim() ?? '';
  return key === '' ? cursor.fail('a key or an index') : key;
}

/** Parses `a,"b c",d` up to the end of the text, as in `columns` and `on_conflict`. Returns each name once. */
export function parseNames(cursor: Cursor): string[] {
  const names = new Set<string>();
  do names.add(parseName(cursor));
  while (cursor.takeSpaced(','));
  cursor.expectEnd();
  return [...names];
}

/** Reads a value: to the end of a parameter, or to a comma or bracket inside `or=(…)`. */
type ReadValue = (cursor: Cursor) => string;

const OPERATOR = /^[a-z]+/u;
const QUANTIFIER = /^\((any|all)\)/u;
const CONFIG = /^\(([\p{L}\p{N}_]+)\)/u;
const IS = /^(?:not_null|null|true|false|unknown)(?![^,) \t])/i;
const ELEMENT = /^[^,)]*/u;

/** Whether the operation matches a regular expression: `match` or `imatch`, with or without `any` and `all`. */
export function isRegularExpression(operation: Operation): operation is Extract<Operation, { kind: 'compare' }> {
  return operation.kind === 'compare' && (operation.operator === 'match' || operation.operator === 'imatch');
}

/** Parses `eq.5`, `not.in.(a,b)`, `like(any).{a*,b*}`, `fts(english).word` … at the cursor. Throws PGRST100. */
export function parseOperation(cursor: Cursor, readValue: ReadValue): { negated: boolean; operation: Operation } {
  const negated = cursor.take('not.');
  const start = cursor.position;
  const name = cursor.match(OPERATOR)?.[0] ?? '';
  const operation = parseNamed(cursor, name, readValue);
  if (operation !== null) return { negated, operation };
  cursor.position = start;
  return cursor.fail('"not" or an operator (eq, gt, in, is, like, …)');
}

function parseNamed(cursor: Cursor, name: string, readValue: ReadValue): Operation | null {
  if (name === 'in') {
    cursor.expect('.');
    return { kind: 'in', values: parseList(cursor) };
  }
  if (name === 'is') {
    cursor.expect('.');
    const word = cursor.match(IS)?.[0] ?? cursor.fail('null, not_null, true, false or unknown');
    return { kind: 'is', value: word.toLowerCase() as IsValue };
  }
  if (isSearch(name)) {
    const config = cursor.match(CONFIG)?.[1] ?? null;
    cursor.expect('.');
    return { kind: 'search', operator: name, config, value: readValue(cursor) };
  }
  if (!isComparison(name)) return null;
  const word = COMPARISONS[name].quantifiable ? cursor.match(QUANTIFIER)?.[1] : undefined;
  cursor.expect('.');
  const quantifier = word === 'any' || word === 'all' ? word : null;
  return { kind: 'compare', operator: name, quantifier, value: readValue(cursor) };
}

/** Parses `(a,"b,c")`; `()` is an empty list. */
function parseList(cursor: Cursor): string[] {
  cursor.expectSpaced('(');
  if (cursor.takeSpaced(')')) return [];
  const values: string[] = [];
  do values.push(parseElement(cursor));
  while (cursor.take(','));
  cursor.expectSpaced(')');
  return values;
}

/** A text counts as quoted only when the element ends with the quote; otherwise quotes are characters. */
export function parseElement(cursor: Cursor): string {
  const start = cursor.position;
  const quoted = parseQuoted(cursor);
  if (quoted !== null && (cursor.isDone || cursor.startsWith(',') || cursor.startsWith(')'))) return quoted;
  cursor.position = start;
  return cursor.match(ELEMENT)?.[0] ?? '';
}
