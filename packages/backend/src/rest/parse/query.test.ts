import { expect, test } from 'vitest';
import { restErrorOf } from '#tests/support/rest-error.ts';
import { parseQuery } from './query.ts';

const clause = (search: string) => parseQuery(search).clauses[0];
const condition = (search: string) => {
  const first = clause(search);
  return first?.kind === 'condition' ? first.condition : null;
};
const operation = (value: string) => {
  const found = condition(`a=${encodeURIComponent(value)}`);
  return found?.kind === 'filter' ? { ...found.operation, negated: found.negated } : null;
};

const errorOf = (search: string) => restErrorOf(() => parseQuery(search));

test.each([
  ['eq.5', { kind: 'compare', operator: 'eq', quantifier: null, value: '5' }],
  ['neq.a.b,c', { kind: 'compare', operator: 'neq', quantifier: null, value: 'a.b,c' }],
  ['eq.', { kind: 'compare', operator: 'eq', quantifier: null, value: '' }],
  ['like(any).{a*,b*}', { kind: 'compare', operator: 'like', quantifier: 'any', value: '{a*,b*}' }],
  ['ilike(all).{a}', { kind: 'compare', operator: 'ilike', quantifier: 'all', value: '{a}' }],
  ['isdistinct.x', { kind: 'compare', operator: 'isdistinct', quantifier: null, value: 'x' }],
  ['adj.[1,2)', { kind: 'compare', operator: 'adj', quantifier: null, value: '[1,2)' }],
  ['in.(1,2)', { kind: 'in', values: ['1', '2'] }],
  ['in.("a,b","c\\"d",e"f)', { kind: 'in', values: ['a,b', 'c"d', 'e"f'] }],
  ['in.()', { kind: 'in', values: [] }],
  ['in.(  )', { kind: 'in', values: [] }],
  ['is.NULL', { kind: 'is', value: 'null' }],
  ['is.not_null', { kind: 'is', value: 'not_null' }],
  ['fts(english).cat', { kind: 'search', operator: 'fts', config: 'english', value: 'cat' }],
  ['wfts.cat dog', { kind: 'search', operator: 'wfts', config: null, value: 'cat dog' }],
])('%s is an operation', (text, expected) => {
  expect(operation(text)).toEqual({ ...expected, negated: false });
  expect(operation(`not.${text}`)).toEqual({ ...expected, negated: true });
});

test.each([
  '5',
  'equals.5',
  'eq',
  'in.1,2',
  'in.(1',
  'in.(1)x',
  'is.5',
  'is.nullish',
  'cs(any).{1}',
  'not.not.eq.1',
  '',
])('%s is not an operation', (text) => {
  expect(errorOf(`a=${text}`)).toMatchObject({ status: 400, code: 'PGRST100' });
});

test('an empty select is the same as none', () => {
  expect(parseQuery('select=').select).toEqual([{ kind: 'all' }]);
});

test('the path before a column is one of embedded rows', () => {
  expect(clause('people.profiles.data->a->>b=eq.1')).toMatchObject({
    path: ['people', 'profiles'],
    condition: {
      field: {
        name: 'data',
        json: [
          { key: 'a', asText: false },
          { key: 'b', asText: true },
        ],
      },
    },
  });
  expect(clause('people.order=name.desc')).toMatchObject({ path: ['people'], kind: 'order' });
  expect(clause('people.limit=3')).toEqual({ path: ['people'], kind: 'limit', value: 3 });
  expect(clause('people.not.or=(a.eq.1)')).toMatchObject({
    path: ['people'],
    condition: { joinedBy: 'or', negated: true },
  });
});

test('conditions nest', () => {
  expect(condition('or=(a.eq.1,not.and(b.in.("x,y",z),c.cs.{1,2}),d.not.is.null)')).toMatchObject({
    kind: 'group',
    joinedBy: 'or',
    negated: false,
    children: [
      { field: { name: 'a' }, operation: { value: '1' } },
      {
        kind: 'group',
        joinedBy: 'and',
        negated: true,
        children: [{ operation: { values: ['x,y', 'z'] } }, { operation: { value: '{1,2}' } }],
      },
      { field: { name: 'd' }, negated: true, operation: { kind: 'is' } },
    ],
  });
  const spaced = 'or=( a.eq.1 , not.and ( b.in. ( "x,y",z ) ,\tc.cs.{1,2} ) , d.not.is.null )';
  expect(condition(spaced.replaceAll('1 ,', '1,'))).toEqual(
    condition('or=(a.eq.1,not.and(b.in.("x,y",z ),c.cs.{1,2}),d.not.is.null)'),
  );
  expect(errorOf('or=(a.eq.1').code).toBe('PGRST100');
  expect(errorOf('or=()').code).toBe('PGRST100');
  expect(errorOf('and=a.eq.1').code).toBe('PGRST100');
  expect(errorOf(`or=${'(and'.repeat(100)}`).message).toContain('levels');
});

test('order has a direction, a position of nulls, and may use a related column', () => {
  expect(clause('order=a.desc.nullslast,categories(name),b->>c.nullsfirst')).toMatchObject({
    items: [
      { field: { name: 'a' }, through: null, descending: true, nulls: 'last' },
      { field: { name: 'name' }, through: 'categories', descending: false, nulls: null },
      { field: { name: 'b' }, descending: false, nulls: 'first' },
    ],
  });
  expect(clause('order=a.desc , b')).toEqual(clause('order=a.desc,b'));
  expect(errorOf('order=a.down').code).toBe('PGRST100');
});

test('limits are integers that are not negative', () => {
  expect(errorOf('limit=ten').code).toBe('PGRST100');
  expect(errorOf('limit=-1')).toMatchObject({ status: 416, code: 'PGRST103' });
  expect(errorOf('offset=-1')).toMatchObject({ status: 416, code: 'PGRST103' });
  expect(errorOf('offset=99999999999999999999').code).toBe('PGRST100');
});

test('columns and on_conflict are lists of names', () => {
  expect(parseQuery('columns="a","b c"&on_conflict=a,b')).toMatchObject({
    columns: ['a', 'b c'],
    onConflict: ['a', 'b'],
  });
  expect(parseQuery('on_conflict="a" , b').onConflict).toEqual(['a', 'b']);
  expect(errorOf('columns=a,,b').code).toBe('PGRST100');
});

test('a query string that is too long is rejected before it is parsed', () => {
  expect(errorOf(`a=eq.${'x'.repeat(9000)}`).status).toBe(414);
});

test('a parameter of a call by GET is an argument unless it has an operator or a reserved name', () => {
  const { arguments: given, clauses } = parseQuery(
    'a=1&id=eq.5&b=not.in.(1,2)&order=id&c=eq&d=1.5&tags.limit=1&e=x.y',
    true,
  );
  expect(given).toEqual([
    ['a', '1'],
    ['c', 'eq'],
    ['d', '1.5'],
    ['e', 'x.y'],
  ]);
  expect(clauses).toHaveLength(4);
  expect(parseQuery('a=eq.1').arguments).toEqual([]);
});
