import { RestError } from '../errors.ts';
import { MAX_JSON_STEPS } from '../limits.ts';
import type { Cursor } from './cursor.ts';
import type { FieldPath, JsonStep } from './syntax.ts';

const QUOTED = /^"((?:[^"\\]|\\.)*)"/su;
/** Letters, digits, `_`, `$`, spaces, and dashes inside a name, except the dash of an arrow (protocol.md 2.2). */
const NAME = /^[\p{L}\p{N}_ $]+(?:-(?!>)[\p{L}\p{N}_ $]+)*/u;
const JSON_KEY = /^[^(),.:>"-]+(?:-(?!>)[^(),.:>"-]+)*/u;
const JSON_INDEX = /^[+-]?\d{1,9}(?=->|::|[.,)]|$)/u;

/** Parses `"…"` with backslash escapes. Returns null when the next character is not a quote. */
export function parseQuoted(cursor: Cursor): string | null {
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
  while (cursor.take(','));
  cursor.expectEnd();
  return [...names];
}
