import { expect, test } from 'vitest';
import { WHOLE_LIST, choiceOf, isWholeList, readListAddress, writeListAddress } from './list-address.ts';

test('an address is written without what is not needed, and read back the same', () => {
  expect(writeListAddress(WHOLE_LIST)).toBe('');
  const address = { q: 'duty drawback', status: 'scheduled', category: 'tax', order: 'title', page: 3 } as const;
  expect(writeListAddress(address)).toBe('q=duty+drawback&status=scheduled&category=tax&sort=title&page=3');
  expect(readListAddress(new URLSearchParams(writeListAddress(address)))).toEqual(address);
});

test('what is not understood counts as not said', () => {
  for (const query of ['page=0', 'page=x', 'page=1.5', 'status=nonsense', 'sort=up', '']) {
    expect(readListAddress(new URLSearchParams(query))).toEqual(WHOLE_LIST);
  }
});

test('of a text without end only the beginning is asked for', () => {
  expect(choiceOf({ ...WHOLE_LIST, q: 'a '.repeat(5000) }, []).words).toHaveLength(20);
  expect(choiceOf({ ...WHOLE_LIST, q: 'a'.repeat(5000) }, []).words[0]?.text).toHaveLength(400);
});

test('only what narrows the list makes it less than whole', () => {
  expect(isWholeList({ ...WHOLE_LIST, order: 'title', page: 2, q: ' ' })).toBe(true);
  expect(isWholeList({ ...WHOLE_LIST, status: 'draft' })).toBe(false);
});

test('a word is looked for in the names of categories too; a category that is gone finds nothing', () => {
  const known = [
    { id: 'c1', name: 'Customs Duty', slug: 'customs' },
    { id: 'c2', name: 'Tax', slug: 'tax' },
  ];
  const choice = choiceOf({ ...WHOLE_LIST, q: ' duty  zz', category: 'tax' }, known);
  expect(choice.words).toEqual([
    { text: 'duty', categoryIds: ['c1'] },
    { text: 'zz', categoryIds: [] },
  ]);
  expect(choice.category).toBe('c2');
  expect(choiceOf({ ...WHOLE_LIST, category: 'none' }, known).category).toBe('none');
  expect(choiceOf({ ...WHOLE_LIST, category: 'gone' }, known).category).toMatch(/^0{8}-/);
});
