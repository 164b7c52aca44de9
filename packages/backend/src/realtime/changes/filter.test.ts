import { expect, test } from 'vitest';
import { FilterError, parseFilter } from './filter.ts';

test.each([
  ['id=eq.1', [{ kind: 'compare', column: 'id', isNegated: false, operator: 'eq', value: '1' }]],
  [
    'id=gt.0,title=not.like.%a%',
    [
      { kind: 'compare', column: 'id', isNegated: false, operator: 'gt', value: '0' },
      { kind: 'compare', column: 'title', isNegated: true, operator: 'like', value: '%a%' },
    ],
  ],
  ['name=eq."a,b(\\"c\\""', [{ kind: 'compare', column: 'name', isNegated: false, operator: 'eq', value: 'a,b("c"' }]],
  ['id=in.(1,"2,3",4)', [{ kind: 'in', column: 'id', isNegated: false, values: ['1', '2,3', '4'] }]],
  ['note=like.a\\\\', [{ kind: 'compare', column: 'note', isNegated: false, operator: 'like', value: 'a\\\\' }]],
  ['done=is.NULL', [{ kind: 'is', column: 'done', isNegated: false, value: 'null' }]],
  ['note=eq.', [{ kind: 'compare', column: 'note', isNegated: false, operator: 'eq', value: '' }]],
])('the filter %s is parsed', (text, conditions) => {
  expect(parseFilter(text)).toEqual(conditions);
});

test.each([
  '',
  'id',
  'id=like.a\\',
  'id=ilike.\\\\\\',
  '=eq.1',
  'id=1',
  'id=has.1',
  'id=constructor.1',
  'id=in.1',
  'id=in.(1',
  'id=is.2',
  'id=eq."1',
])('the filter "%s" is rejected', (text) => {
  expect(() => parseFilter(text)).toThrow(FilterError);
});

test('conditions and values of a list are limited in number', () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => `a${n}=eq.1`).join(',');
  expect(parseFilter(many(10))).toHaveLength(10);
  expect(() => parseFilter(many(11))).toThrow(FilterError);
  const list = (count: number) => `id=in.(${Array.from({ length: count }, (_, n) => n).join(',')})`;
  expect(parseFilter(list(100))).toHaveLength(1);
  expect(() => parseFilter(list(101))).toThrow(FilterError);
});
