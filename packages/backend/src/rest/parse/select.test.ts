import { expect, test } from 'vitest';
import { restErrorOf } from '#tests/support/rest-error.ts';
import { parseSelect } from './select.ts';

const column = (name: string, more: object = {}) => ({
  kind: 'column',
  field: { name, json: [] },
  alias: null,
  cast: null,
  ...more,
});

const errorOf = (text: string) => restErrorOf(() => parseSelect(text));

test('a star selects everything', () => {
  expect(parseSelect('*')).toEqual([{ kind: 'all' }]);
});

test('a column may have an alias, a cast and a name in quotes', () => {
  expect(parseSelect('id,when:created_at::date,"odd, name"::text')).toEqual([
    column('id'),
    column('created_at', { alias: 'when', cast: 'date' }),
    column('odd, name', { cast: 'text' }),
  ]);
});

test('a dash is part of a name, an arrow starts a path', () => {
  const json = [
    { key: 'a-b', asText: false },
    { key: 0, asText: false },
    { key: 'c', asText: true },
  ];
  expect(parseSelect('my-data->a-b->0->>c')).toEqual([column('', { field: { name: 'my-data', json } })]);
});

test('embedded rows nest, with alias, hint and join', () => {
  expect(parseSelect('who:people!author_id!inner(name,profiles(*)),tags()')).toEqual([
    {
      kind: 'embed',
      relation: 'people',
      alias: 'who',
      hint: 'author_id',
      join: 'inner',
      isSpread: false,
      items: [
        column('name'),
        {
          kind: 'embed',
          relation: 'profiles',
          alias: null,
          hint: null,
          join: 'left',
          isSpread: false,
          items: [{ kind: 'all' }],
        },
      ],
    },
    { kind: 'embed', relation: 'tags', alias: null, hint: null, join: 'left', isSpread: false, items: [] },
  ]);
});

test('an error has its position', () => {
  expect(errorOf('id,,name')).toMatchObject({
    status: 400,
    code: 'PGRST100',
    message: '"failed to parse select parameter (id,,name)" (line 1, column 4)',
    details: 'unexpected "," expecting a name',
    hint: null,
  });
  expect(errorOf('a(b').details).toBe('unexpected end of input expecting ")"');
  expect(errorOf('a->').code).toBe('PGRST100');
  expect(errorOf('a::').code).toBe('PGRST100');
  expect(errorOf('a)').code).toBe('PGRST100');
});

test('an aggregate is of rows, or of a column, with casts before and after', () => {
  const aggregate = { kind: 'aggregate', field: null, alias: null, cast: null, resultCast: null };
  expect(parseSelect('count(),n:count()::text')).toEqual([
    { ...aggregate, function: 'count' },
    { ...aggregate, function: 'count', alias: 'n', resultCast: 'text' },
  ]);
  const field = { name: 'data', json: [{ key: 'n', asText: false }] };
  expect(parseSelect('all:data->n::int.sum()::text')).toEqual([
    { ...aggregate, function: 'sum', field, alias: 'all', cast: 'int', resultCast: 'text' },
  ]);
  expect(errorOf('views.drop()').code).toBe('PGRST100');
});

test('three dots spread embedded rows', () => {
  expect(parseSelect('...people!author_id(name)')).toEqual([
    {
      kind: 'embed',
      relation: 'people',
      alias: null,
      hint: 'author_id',
      join: 'left',
      isSpread: true,
      items: [column('name')],
    },
  ]);
  expect(errorOf('...people').code).toBe('PGRST100');
});

test('embedding is limited in depth and number', () => {
  expect(parseSelect('a(b(c(d(e(f)))))')).toHaveLength(1);
  expect(errorOf('a(b(c(d(e(f(g))))))').message).toContain('levels');
  expect(errorOf(Array.from({ length: 21 }, (_, i) => `e${i}()`).join()).message).toContain('embedded resources');
  expect(errorOf(`${'a('.repeat(3000)}x`).code).toBe('PGRST100');
});
