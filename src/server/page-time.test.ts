import { expect, test } from 'vitest';
import { createPageTime } from './page-time.ts';

const NOW = Date.parse('2026-11-22T12:12:59.999Z');

test('a rendering begins at the full minute', () => {
  expect(createPageTime(NOW).time.now.toISOString()).toBe('2026-11-22T12:12:00.000Z');
});

test('a page holds until the first of the instants at which something on it changes', () => {
  const { time, expires } = createPageTime(NOW);
  for (const minute of ['13:30', '12:13', '15:00']) time.holdUntil(new Date(`2026-11-22T${minute}:00Z`));
  expect(expires()).toBe('Sun, 22 Nov 2026 12:13:00 GMT');
});

test('a page that shows no time has no end', () => {
  expect(createPageTime(NOW).expires()).toBeNull();
});
