import { expect, test } from 'vitest';
import { parseBanDuration } from './user-params.ts';

test.each([
  ['none', null],
  ['24h', 86_400_000],
  ['1h30m', 5_400_000],
  ['1.5s', 1500],
  ['300ms', 300],
  ['2us', 0.002],
  ['876000h', 876_000 * 3_600_000],
])('%s is %s ms', (text, ms) => {
  expect(parseBanDuration(text)).toBe(ms);
});

test.each(['', 'h', '1', '-1h', '1 h', '1d', '1h ', '99999999999h'])('%j is no duration', (text) => {
  expect(() => parseBanDuration(text)).toThrow('ban duration');
});
