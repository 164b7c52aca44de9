import { expect, test } from 'vitest';
import { clockIn } from './clock.ts';

test.each([
  ['Asia/Kolkata', '2026-11-22T12:12:59Z', '17:42', '2026-11-22T17:42+05:30'],
  ['America/New_York', '2026-11-22T12:12:59Z', '07:12', '2026-11-22T07:12-05:00'],
  // Midnight is 00:00, and the day is the local one.
  ['Asia/Kolkata', '2026-12-31T18:30:00Z', '00:00', '2027-01-01T00:00+05:30'],
  ['America/New_York', '2026-01-01T04:59:00Z', '23:59', '2025-12-31T23:59-05:00'],
  ['UTC', '2026-07-01T09:05:00Z', '09:05', '2026-07-01T09:05+00:00'],
])('the clock in %s at %s shows %s', (zone, instant, text, iso) => {
  expect(clockIn(zone, new Date(instant))).toEqual({ hour: Number(text.slice(0, 2)), text, iso });
});

test.each([
  ['2026-03-08T06:59:00Z', '01:59', '-05:00'],
  ['2026-03-08T07:00:00Z', '03:00', '-04:00'],
  ['2026-11-01T05:59:00Z', '01:59', '-04:00'],
  ['2026-11-01T06:00:00Z', '01:00', '-05:00'],
])('daylight saving time in Philadelphia at %s: %s, offset %s', (instant, text, offset) => {
  const shown = clockIn('America/New_York', new Date(instant));
  expect([shown.text, shown.iso.slice(-6)]).toEqual([text, offset]);
  expect(new Date(shown.iso).getTime()).toBe(Date.parse(instant));
});
