import { RestError } from '../errors.ts';
import { MAX_LOGIC_DEPTH, MAX_QUERY_LENGTH } from '../limits.ts';
import { isComparison, isSearch } from '../operators.ts';
import { Cursor } from './cursor.ts';
import { parseElement, parseField, parseJsonPath, parseName, parseNames, parseOperation } from './field.ts';
import { parseSelect } from './select.ts';
import type { Clause, Condition, OrderItem, Query } from './syntax.ts';

/** Parameters that are not filters. `apikey` is accepted in the query string. */
const WHOLE: ReadonlySet<string> = new Set(['select', 'columns', 'on_conflict', 'apikey']);
/** Last names of parameters that are no filter either, and no argument of a function. */
const RESERVED: ReadonlySet<string> = new Set(['order', 'limit', 'offset', 'and', 'or']);
const NUMBER = /^[+-]?\d{1,15}$/u;
const OPERATION = /^(?:not\.)?([a-z]+)(?:\([^()]*\))?\./u;

/**
 * Parses the query string (without `?`). In a call of a function by GET (`hasArguments`) a parameter without an operator
 * is an argument, as in PostgREST. Throws PGRST100, PGRST103 for negative limits and offsets, 414 when it is too long.
 */
export function parseQuery(search: string, hasArguments = false): Query {
  if (search.length > MAX_QUERY_LENGTH) throw new RestError('QueryTooLong', MAX_QUERY_LENGTH);
  const parameters = new URLSearchParams(search);
  const columns = parameters.get('columns');
  const onConflict = parameters.get('on_conflict');
  const others = [...parameters].filter(([key]) => !WHOLE.has(key));
  const isArgument = ([key, value]: [string, string]) => hasArguments && !isReserved(key) && !isOperation(value);
  return {
    select: parseSelect(parameters.get('select') || '*'),
    clauses: others.filter((pair) => !isArgument(pair)).map(([key, value]) => parseClause(key, value)),
    columns: columns ? parseNames(new Cursor('columns parameter', columns)) : null,
    onConflict: onConflict ? parseNames(new Cursor('on_conflict parameter', onConflict)) : null,
    arguments: others.filter(isArgument),
  };
}

/**
 * Narrows the rows by the header `Range: 0-9`, the first and the last row, counted from 0. Another unit, such as bytes,
 * is ignored. Throws PGRST103 where no row could be left.
 */
export function narrowByRange(query: Query, header: string | undefined): Query {
  const [, first, last] = /^(\d{1,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  const own = query.clauses.filter(({ path }) => path.length === 0);
  const limit = own.find((clause) => clause.kind === 'limit')?.value ?? Infinity;
  const offset = own.find((clause) => clause.kind === 'offset')?.value ?? 0;
  if (first === undefined || limit === 0) return query;
  const from = Math.max(offset, Number(first));
  const rows = Math.min(offset + limit, last ? Number(last) + 1 : Infinity) - from;
  if (rows <= 0)
    throw new RestError(
      'InvalidRange',
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    );
  const others = query.clauses.filter(({ path, kind }) => path.length > 0 || (kind !== 'limit' && kind !== 'offset'));
  const clauses: Clause[] = [...others, { path: [], kind: 'offset', value: from }];
  return { ...query, clauses: rows === Infinity ? clauses : [...clauses, { path: [], kind: 'limit', value: rows }] };
}

const isReserved = (key: string) => RESERVED.has(key.split('.').at(-1) ?? '');

function isOperation(value: string): boolean {
  const name = OPERATION.exec(value)?.[1];
  return name !== undefined && (name === 'in' || name === 'is' || isComparison(name) || isSearch(name));
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

const GROUP = /^(not\.)?(and|or)(?=[ \t]*\()/u;
const ARRAY = /^\{[^{}]*\}(?=[ \t]*[,)])/u;

/**
 * Parses `or=(rating.gte.4,and(company.eq.Acme,not.or(…)))` into one condition; `text` is the bracketed part. Throws
 * PGRST100.
 */
function parseLogic(joinedBy: 'and' | 'or', negated: boolean, text: string): Condition {
  const cursor = new Cursor('logic tree', text);
  const children = parseChildren(cursor, 1);
  cursor.expectEnd();
  return { kind: 'group', joinedBy, negated, children };
}

function parseChildren(cursor: Cursor, depth: number): Condition[] {
  if (depth > MAX_LOGIC_DEPTH) throw new RestError('QueryTooComplex', `More than ${MAX_LOGIC_DEPTH} levels of and/or`);
  cursor.expectSpaced('(');
  const children: Condition[] = [];
  do children.push(parseChild(cursor, depth));
  while (cursor.takeSpaced(','));
  cursor.expectSpaced(')');
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

/** Parses `created_at.desc.nullslast,categories(name).asc` into its terms. Throws PGRST100. */
function parseOrder(text: string): OrderItem[] {
  const cursor = new Cursor('order', text);
  const items: OrderItem[] = [];
  do items.push(parseItem(cursor));
  while (cursor.takeSpaced(','));
  cursor.expectEnd();
  return items;
}

function parseItem(cursor: Cursor): OrderItem {
  const { field, through } = parseTarget(cursor);
  const descending = cursor.take('.desc');
  if (!descending) cursor.take('.asc');
  const nulls = cursor.take('.nullsfirst') ? 'first' : cursor.take('.nullslast') ? 'last' : null;
  if (cursor.match(/^[ \t]*(?![^,])/u) === null) cursor.fail('asc, desc, nullsfirst or nullslast');
  return { field, through, descending, nulls };
}

function parseTarget(cursor: Cursor): Pick<OrderItem, 'field' | 'through'> {
  const start = cursor.position;
  const through = parseName(cursor);
  if (!cursor.take('(')) {
    cursor.position = start;
    return { field: parseField(cursor), through: null };
  }
  const field = parseField(cursor);
  cursor.expect(')');
  return { field, through };
}
