import { expect, test } from 'vitest';
import { countOf, formatBytes } from './amounts.ts';

test('a number has its noun', () => {
  expect([countOf(1, 'check'), countOf(2, 'check'), countOf(2, 'entry', 'entries')]).toEqual([
    '1 check',
    '2 checks',
    '2 entries',
  ]);
});

test('a size is counted in thousands of bytes, and has one decimal from a kilobyte', () => {
  expect([0, 999, 1500, 1.5e6, 20e9, 5000e12].map(formatBytes)).toEqual([
    '0 bytes',
    '999 bytes',
    '1.5 kB',
    '1.5 MB',
    '20.0 GB',
    '5000.0 TB',
  ]);
});
