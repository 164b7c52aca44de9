import { expect, test } from 'vitest';
import { countOf, durationOf, sizeOf } from './amounts.ts';

test('a duration is given in its largest whole unit', () => {
  expect([0, 1999, 60_000, 7_199_999, 86_400_000, 40 * 86_400_000].map(durationOf)).toEqual([
    '0 seconds',
    '1 second',
    '1 minute',
    '1 hour',
    '1 day',
    '40 days',
  ]);
});

test('a size is rounded below a gigabyte', () => {
  expect([0, 900, 1536, 12 * 1024 ** 2, 1.5 * 1024 ** 3, 5000 * 1024 ** 4].map(sizeOf)).toEqual([
    '0 bytes',
    '900 bytes',
    '2 kB',
    '12 MB',
    '1.5 GB',
    '5000.0 TB',
  ]);
});

test('a number has its noun', () => {
  expect([countOf(1, 'check'), countOf(2, 'check'), countOf(2, 'entry', 'entries')]).toEqual([
    '1 check',
    '2 checks',
    '2 entries',
  ]);
});
