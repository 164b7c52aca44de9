import { RestError } from '../errors.ts';
import { MAX_LOGIC_DEPTH } from '../limits.ts';
import { Cursor } from './cursor.ts';
import { parseField } from './field.ts';
import { parseElement, parseOperation } from './operation.ts';
import type { Condition } from './syntax.ts';

const GROUP = /^(not\.)?(and|or)(?=\()/u;
const ARRAY = /^\{[^{}]*\}(?=[,)])/u;

/**
 * Parses `or=(rating.gte.4,and(company.eq.Acme,not.or(…)))` into one condition; `text` is the bracketed part. Throws
 * PGRST100.
 */
export function parseLogic(joinedBy: 'and' | 'or', negated: boolean, text: string): Condition {
  const cursor = new Cursor('logic tree', text);
  const children = parseChildren(cursor, 1);
  cursor.expectEnd();
  return { kind: 'group', joinedBy, negated, children };
}

function parseChildren(cursor: Cursor, depth: number): Condition[] {
  if (depth > MAX_LOGIC_DEPTH) throw new RestError('QueryTooComplex', `More than ${MAX_LOGIC_DEPTH} levels of and/or`);
  cursor.expect('(');
  const children: Condition[] = [];
  do {
    cursor.match(/^ */u);
    children.push(parseChild(cursor, depth));
  } while (cursor.take(','));
  cursor.expect(')');
  return children;
}

function parseChild(cursor: Cursor, depth: number): Condition {
  const group = cursor.match(GROUP);
  if (group) {
    const joinedBy = group[2] === 'and' ? 'and' : 'or';
    return { kind: 'group', joinedBy, negated: group[1] !== undefined, children: parseChildren(cursor, depth + 1) };
  }
  const field = parseField(cursor);
  cursor.expect('.');
  return { kind: 'filter', field, ...parseOperation(cursor, readNestedValue) };
}

/** Commas inside `{…}` belong to the array. */
function readNestedValue(cursor: Cursor): string {
  return cursor.match(ARRAY)?.[0] ?? parseElement(cursor);
}
