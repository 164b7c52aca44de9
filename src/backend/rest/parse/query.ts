import { RestError } from '../errors.ts';
import { MAX_QUERY_LENGTH } from '../limits.ts';
import { Cursor } from './cursor.ts';
import { parseJsonPath, parseName, parseNames } from './field.ts';
import { parseLogic } from './logic.ts';
import { parseOperation } from './operation.ts';
import { parseOrder } from './order.ts';
import { parseSelect } from './select.ts';
import type { Clause, Query } from './syntax.ts';

/** Parameters that are not filters. `apikey` is accepted in the query string. */
const WHOLE: ReadonlySet<string> = new Set(['select', 'columns', 'on_conflict', 'apikey']);
const NUMBER = /^[+-]?\d{1,15}$/u;

/**
 * Parses the query string (without `?`). Throws PGRST100, PGRST103 for negative limits and offsets, 414 when it is too
 * long.
 */
export function parseQuery(search: string): Query {
  if (search.length > MAX_QUERY_LENGTH) throw new RestError('QueryTooLong', MAX_QUERY_LENGTH);
  const parameters = new URLSearchParams(search);
  const columns = parameters.get('columns');
  const onConflict = parameters.get('on_conflict');
  return {
    select: parseSelect(parameters.get('select') ?? '*'),
    clauses: [...parameters].filter(([key]) => !WHOLE.has(key)).map(([key, value]) => parseClause(key, value)),
    columns: columns ? parseNames(new Cursor('columns parameter', columns)) : null,
    onConflict: onConflict ? parseNames(new Cursor('on_conflict parameter', onConflict)) : null,
  };
}

function parseClause(key: string, value: string): Clause {
  const cursor = new Cursor('tree path', key);
  const names = [parseName(cursor)];
  while (cursor.take('.')) names.push(parseName(cursor));
  const json = parseJsonPath(cursor);
  cursor.expectEnd();
  const name = names.pop() ?? '';
  return parseReserved(names, name, value) ?? parseFilter(names, { name, json }, value);
}

function parseReserved(path: readonly string[], name: string, value: string): Clause | null {
  if (name === 'order') return { path, kind: 'order', items: parseOrder(value) };
  if (name === 'limit' || name === 'offset') return { path, kind: name, value: parseBound(name, value) };
  if (name !== 'and' && name !== 'or') return null;
  const negated = path.at(-1) === 'not';
  const condition = parseLogic(name, negated, value);
  return { path: negated ? path.slice(0, -1) : path, kind: 'condition', condition };
}

function parseFilter(
  path: readonly string[],
  field: { name: string; json: ReturnType<typeof parseJsonPath> },
  value: string,
): Clause {
  const cursor = new Cursor('filter', value);
  const parsed = parseOperation(cursor, (rest) => rest.takeRest());
  cursor.expectEnd();
  return { path, kind: 'condition', condition: { kind: 'filter', field, ...parsed } };
}

function parseBound(name: 'limit' | 'offset', value: string): number {
  if (!NUMBER.test(value)) new Cursor(`${name} parameter`, value).fail('a whole number');
  const bound = Number(value);
  if (bound < 0)
    throw new RestError(
      'InvalidRange',
      `${name === 'limit' ? 'Limit' : 'Offset'} should be greater than or equal to zero.`,
    );
  return bound;
}
