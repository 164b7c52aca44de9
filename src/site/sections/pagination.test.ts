import { expect, test } from 'vitest';
import { pageNumbers } from './pagination.tsx';

test('few pages are all named', () => {
  expect(pageNumbers(1, 1)).toEqual([1]);
  expect(pageNumbers(2, 3)).toEqual([1, 2, 3]);
});

test('of many, the ends and the neighbours are named', () => {
  expect(pageNumbers(1, 9)).toEqual([1, 2, null, 9]);
  expect(pageNumbers(5, 9)).toEqual([1, null, 4, 5, 6, null, 9]);
  expect(pageNumbers(9, 9)).toEqual([1, null, 8, 9]);
});

test('no gap hides a single page', () => {
  expect(pageNumbers(4, 9)).toEqual([1, 2, 3, 4, 5, null, 9]);
});
