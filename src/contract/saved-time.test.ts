import { expect, test } from 'vitest';
import { formatSavedTime } from './saved-time.ts';

const at = (...[day, hour, minute]: [number, number, number]) => new Date(2026, 10, day, hour, minute);

test('a time of today has no date', () => {
  expect(formatSavedTime(at(21, 19, 20).toISOString(), at(21, 23, 59))).toMatch(/^7:20\sPM$/);
});

test('a time of another day has its date', () => {
  expect(formatSavedTime(at(20, 19, 20).toISOString(), at(21, 0, 1))).toMatch(/^Nov 20, 2026, 7:20\sPM$/);
});
