import { expect, test } from 'vitest';
import { toRfc3339, isAfter } from './timestamps.ts';

test("PostgreSQL's times become RFC 3339 with Z", () => {
  expect(toRfc3339('2026-11-21 09:00:00.123456+00')).toBe('2026-11-21T09:00:00.123Z');
  expect(toRfc3339('2026-11-21 14:30:00+05:30')).toBe('2026-11-21T09:00:00.000Z');
});

test('null and infinity become undefined', () => {
  expect(toRfc3339(null)).toBeUndefined();
  expect(toRfc3339('infinity')).toBeUndefined();
});

test('a ban may be over, temporary or permanent', () => {
  const now = new Date('2026-11-21T09:00:00Z');
  expect(isAfter('2026-11-21 09:00:01+00', now)).toBe(true);
  expect(isAfter('2026-11-21 08:59:59+00', now)).toBe(false);
  expect(isAfter('infinity', now)).toBe(true);
  expect(isAfter(null, now)).toBe(false);
});
