import { expect, test } from 'vitest';
import { withParams } from '../list-params.ts';
import { DEFAULT_PARAMS, filterOf, isFiltered, isFoundInText, postListParams } from './post-list-params.ts';

const { read } = postListParams;
const write = (params: typeof DEFAULT_PARAMS) => withParams(new URLSearchParams(), postListParams, params).toString();

test('parameters are written without defaults, and read back unchanged', () => {
  expect(write(DEFAULT_PARAMS)).toBe('');
  const params = {
    q: 'duty drawback',
    status: 'scheduled',
    category: 'tax',
    order: 'title',
    size: 100,
    page: 3,
  } as const;
  expect(write(params)).toBe('q=duty+drawback&status=scheduled&in=tax&sort=title&size=100&page=3');
  expect(read(new URLSearchParams(write(params)))).toEqual(params);
});

test('invalid values read as the default', () => {
  for (const query of ['page=0', 'page=x', 'page=1.5', 'status=nonsense', 'sort=up', '']) {
    expect(read(new URLSearchParams(query))).toEqual(DEFAULT_PARAMS);
  }
});

test('a long search is cut, in words and in characters', () => {
  expect(filterOf({ ...DEFAULT_PARAMS, q: 'a '.repeat(5000) }, []).words).toHaveLength(20);
  expect(filterOf({ ...DEFAULT_PARAMS, q: 'a'.repeat(5000) }, []).words[0]?.text).toHaveLength(100);
});

test('a word in either form of Unicode is sought as titles are stored', () => {
  const known = [{ id: 'c1', name: 'Caf\u00e9s', slug: 'cafes' }];
  const q = 'cafe\u0301';
  expect(filterOf({ ...DEFAULT_PARAMS, q }, known).words).toEqual([{ text: 'caf\u00e9', categoryIds: ['c1'] }]);
  expect(isFoundInText(q, { title: 'The Caf\u00e9', slug: 'a', categories: null })).toBe(false);
});

test('order and page do not narrow the list', () => {
  expect(isFiltered({ ...DEFAULT_PARAMS, order: 'title', page: 2, q: ' ' })).toBe(false);
  expect(isFiltered({ ...DEFAULT_PARAMS, status: 'draft' })).toBe(true);
});

test('a word matches names of categories too; the slug of a deleted category matches nothing', () => {
  const known = [
    { id: 'c1', name: 'Customs Duty', slug: 'customs' },
    { id: 'c2', name: 'Tax', slug: 'tax' },
  ];
  const filter = filterOf({ ...DEFAULT_PARAMS, q: ' duty  zz', category: 'tax' }, known);
  expect(filter.words).toEqual([
    { text: 'duty', categoryIds: ['c1'] },
    { text: 'zz', categoryIds: [] },
  ]);
  expect(filter.category).toBe('c2');
  expect(filterOf({ ...DEFAULT_PARAMS, category: 'none' }, known).category).toBe('none');
  expect(filterOf({ ...DEFAULT_PARAMS, category: 'gone' }, known).category).toMatch(/^0{8}-/);
});

test('the list of a writer is that of their own posts', () => {
  expect(filterOf({ ...DEFAULT_PARAMS, status: 'waiting' }, [], 'w1')).toMatchObject({
    status: 'waiting',
    author: 'w1',
  });
  expect(filterOf(DEFAULT_PARAMS, []).author).toBe('');
});
