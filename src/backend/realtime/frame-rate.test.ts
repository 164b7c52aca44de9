import { expect, test } from 'vitest';
import { createFrameRate } from './frame-rate.ts';

test('a burst is limited, and so is the average after it', () => {
  const rate = createFrameRate({ perSecond: 10, atOnce: 5 });
  const take = (now: number, count: number) => Array.from({ length: count }, () => rate.take(now)).filter(Boolean);
  expect(take(0, 8)).toHaveLength(5);
  expect(take(1000, 8)).toHaveLength(5);
  expect(take(1200, 8)).toHaveLength(2);
  expect(take(100, 1)).toHaveLength(0);
});
