import { expect, test } from 'vitest';
import { inRounds, median, medianRatio } from './statistics.ts';

test('the median is the value in the middle, or the mean of the two there', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([10, 1, 2, 5])).toBe(3.5);
  expect(median([100, 20, 3])).toBe(20);
  expect(() => median([])).toThrow('no median');
});

test('the median ratio compares the two values of each round', () => {
  expect(medianRatio([100, 50, 10], [50, 25, 1])).toBe(2);
});

test('rounds alternate the order and keep the results of each name', async () => {
  const calls: string[] = [];
  const call = (name: string) => async () => calls.push(name);
  const results = await inRounds(3, { a: call('a'), b: call('b') });
  expect(calls.join('')).toBe('abbaab');
  expect(results).toEqual({ a: [1, 4, 5], b: [2, 3, 6] });
});
