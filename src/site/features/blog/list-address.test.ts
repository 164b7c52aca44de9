import { expect, test } from 'vitest';
import { readListAddress, writeListQuery } from './list-address.ts';

const read = (query: string) => readListAddress(new URLSearchParams(query));

test('an empty query is the first page without a search', () => {
  expect(read('')).toEqual({ address: { page: 1, q: '' } });
});

test('a page and a search are read', () => {
  expect(read('q=%20export%20%20licence&page=2')).toEqual({ address: { page: 2, q: 'export licence' } });
});

test('the first page and an empty search are left out of the canonical query', () => {
  expect(read('page=1')).toEqual({ address: { page: 1, q: '' }, canonical: '' });
  expect(read('q=')).toEqual({ address: { page: 1, q: '' }, canonical: '' });
  expect(read('q=iec&page=1')).toMatchObject({ canonical: '?q=iec' });
});

test('an invalid page is rejected', () => {
  for (const page of ['0', '-1', '02', '1.5', 'two', '', '9999999']) expect(read(`page=${page}`)).toBeNull();
});

test('a search is cut to the longest that is read', () => {
  expect(read(`q=${'a'.repeat(500)}`)?.address.q).toHaveLength(100);
});

test('an address is written and read back unchanged', () => {
  const address = { page: 3, q: 'transfer & pricing "safe harbour"' };
  expect(read(writeListQuery(address).slice(1))).toEqual({ address });
});
