import { expect, test } from 'vitest';
import { readPageQuery } from './page-parameters.ts';

const read = (path: string, query: string) => readPageQuery(path, new URLSearchParams(query));

test('what a page does not read is left out', () => {
  expect(read('/about', 'page=2&utm_source=x')).toEqual({ search: '', isBounded: true });
  expect(read('/blog/some-post', 'page=2&q=x')).toEqual({ search: '', isBounded: true });
  expect(read('/blog', 'utm_source=x&page=2&sent=1')).toEqual({ search: '?page=2', isBounded: true });
});

test('parameters are in one order, each once', () => {
  expect(read('/blog', 'page=2&q=a+b&page=3')).toEqual(read('/blog', 'q=a%20b&page=2&q=c'));
});

test('what is typed, and values that no link of the site has, are read but not bounded', () => {
  expect(read('/blog', 'q=iec')).toEqual({ search: '?q=iec', isBounded: false });
  expect(read('/blog/category/customs', 'page=0')).toEqual({ search: '?page=0', isBounded: false });
  expect(read('/contact', 'sent=1').isBounded).toBe(true);
  expect(read('/contact', 'sent=2').isBounded).toBe(false);
});
