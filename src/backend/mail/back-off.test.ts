import { expect, test } from 'vitest';
import { waitAfter } from './back-off.ts';

test('waits 5 seconds after the first failure and doubles after each further one', () => {
  expect([1, 2, 3, 4].map(waitAfter)).toEqual([5_000, 10_000, 20_000, 40_000]);
});

test('never waits longer than 15 minutes, however often it failed', () => {
  expect(waitAfter(9)).toBe(900_000);
  expect(waitAfter(5_000)).toBe(900_000);
});
