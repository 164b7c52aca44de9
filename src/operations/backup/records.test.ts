import { expect, test } from 'vitest';
import { type BackupRecord, findUnverified, isBackupDue } from './records.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const HOUR = 3_600_000;
const PLAN = { place: '/b', everyMs: 24 * HOUR, now: NOW };
const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR).toISOString();
const record = (hours: number, changes: Partial<BackupRecord> = {}) => ({
  file: 'a.tar.gz',
  place: '/b',
  started_at: ago(hours),
  finished_at: ago(hours) as string | null,
  verified_at: ago(hours) as string | null,
  removed_at: null as string | null,
  error: null as string | null,
  failures: 0,
  failed_at: null as string | null,
  ...changes,
});
const isDue = (...records: ReturnType<typeof record>[]) => isBackupDue(records, PLAN);
const failed = (hours: number, changes: Partial<BackupRecord> = {}) =>
  record(hours, { error: 'full', failures: 1, failed_at: ago(hours), verified_at: null, ...changes });

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

test('what failed is tried again after five minutes, then after pauses that grow up to the interval', () => {
  const unmade = (minutes: number) => failed(minutes / 60, { finished_at: null });
  expect([isDue(unmade(4.9)), isDue(unmade(5))]).toEqual([false, true]);
  expect([isDue(unmade(19), unmade(24)), isDue(unmade(20), unmade(25))]).toEqual([false, true]);
  const often = Array.from({ length: 9 }, () => unmade(0));
  expect([isDue(unmade(23.9 * 60), ...often), isDue(unmade(24 * 60), ...often)]).toEqual([false, true]);
});

test('a verification that fails again and again does not delay the next backup', () => {
  expect(isDue(failed(23, { failures: 9, failed_at: ago(1) }))).toBe(false);
  expect(isDue(failed(24, { failures: 9, failed_at: ago(1) }))).toBe(true);
});

test('a running backup is left alone', () => {
  expect(isDue(record(50, { finished_at: null }), record(80))).toBe(false);
});

test('a record of a time far ahead is one of a wrong clock', () => {
  const ahead = record(-400 * 24);
  expect(isDue(ahead, record(25))).toBe(true);
  const unmade = failed(19 / 60, { finished_at: null });
  expect([isDue(unmade, unmade), isDue(ahead, unmade, unmade)]).toEqual([false, false]);
  expect(findUnverified([ahead, failed(1)], PLAN)).toBe('a.tar.gz');
});

test('only the verification of a young backup is repeated', () => {
  expect(findUnverified([failed(1)], PLAN)).toBe('a.tar.gz');
  for (const other of [record(1), failed(25), failed(1, { finished_at: null }), failed(1, { removed_at: ago(0) })]) {
    expect(findUnverified([other], PLAN)).toBeNull();
  }
});
