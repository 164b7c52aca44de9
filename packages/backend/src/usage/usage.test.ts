import { expect, test } from 'vitest';
import { createHeld, createRate } from './usage.ts';

test('a key holds up to its limit, and what it gives may be taken again', () => {
  const held = createHeld({ perKey: 10, total: 100 });
  expect(held.take('a', 8)).toBe(true);
  expect(held.take('a', 3)).toBe(false);
  expect(held.of('a')).toBe(8);
  expect(held.take('b', 10)).toBe(true);
  held.give('a', 8);
  expect(held.take('a', 10)).toBe(true);
  expect(held.counts()).toEqual({ held: 20, keys: 2, refused: 1 });
});

test('what cannot be prevented is counted, and reported beyond the limit', () => {
  const held = createHeld({ perKey: 10, total: 100 });
  expect(held.add('a', 10)).toBe(true);
  expect(held.add('a', 5)).toBe(false);
  expect(held.of('a')).toBe(15);
  expect(held.allows('a', 0)).toBe(false);
  held.give('a', 6);
  expect(held.allows('a', 0)).toBe(true);
});

test('beyond the total each key has an equal share', () => {
  const held = createHeld({ perKey: 90, total: 100 });
  expect(held.take('large', 90)).toBe(true);
  expect(held.take('small', 20)).toBe(true);
  expect(held.take('large', 1)).toBe(false);
  expect(held.take('small', 30)).toBe(true);
  expect(held.take('small', 1)).toBe(false);
  expect(held.largest()).toBe('large');
});

test('nobody gives more than it holds', () => {
  const held = createHeld({ perKey: 10, total: 10 });
  held.take('a', 4);
  held.give('a', 9);
  held.give('b', 9);
  expect(held.counts()).toMatchObject({ held: 0, keys: 0 });
});

test('a burst is limited, and so is the average after it', () => {
  let now = 0;
  const rate = createRate({ perSecond: 10, atOnce: 5 }, () => now);
  const takeAt = (time: number, count: number) => {
    now = time;
    return Array.from({ length: count }, () => rate.take('a')).filter(Boolean);
  };
  expect(takeAt(0, 8)).toHaveLength(5);
  expect(takeAt(1000, 8)).toHaveLength(5);
  expect(takeAt(1200, 8)).toHaveLength(2);
  // A clock that goes back gives nothing.
  expect(takeAt(100, 1)).toHaveLength(0);
  expect(rate.take('b')).toBe(true);
  expect(rate.refused()).toBe(3 + 3 + 6 + 1);
});

test('more than is allowed at once is allowed after a pause, and paid for', () => {
  let now = 0;
  const rate = createRate({ perSecond: 10, atOnce: 5 }, () => now);
  expect(rate.take('a', 25)).toBe(true);
  expect(rate.take('a')).toBe(false);
  now = 2000;
  expect(rate.take('a')).toBe(false);
  now = 2100;
  expect(rate.take('a')).toBe(true);
});
