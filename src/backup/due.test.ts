import { expect, test } from 'vitest';
import { isBackupDue } from './due.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const HOUR = 3_600_000;
const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR).toISOString();
const record = (hours: number, changes: object = {}) => ({
  ...{ place: '/b', started_at: ago(hours), finished_at: ago(hours) as string | null, error: null as string | null },
  ...changes,
});
const isDue = (...records: ReturnType<typeof record>[]) =>
  isBackupDue(records, { place: '/b', everyMs: 24 * HOUR, now: NOW });

test('the first backup is due at once', () => {
  expect(isDue()).toBe(true);
});

test('a backup is due an interval after the last one began', () => {
  expect(isDue(record(23.9), record(48))).toBe(false);
  expect(isDue(record(24), record(48))).toBe(true);
});

test('a backup elsewhere does not count', () => {
  expect(isDue(record(1, { place: '/mnt/usb' }), record(25))).toBe(true);
});

test('a backup that failed is tried again after an hour', () => {
  expect(isDue(record(0.9, { finished_at: null, error: 'full' }), record(30))).toBe(false);
  expect(isDue(record(1, { finished_at: null, error: 'full' }), record(30))).toBe(true);
});

test('a running backup is left alone for twelve hours', () => {
  expect(isDue(record(11, { finished_at: null }), record(50))).toBe(false);
  expect(isDue(record(12, { finished_at: null }), record(50))).toBe(true);
});
