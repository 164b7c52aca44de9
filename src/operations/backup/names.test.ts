import { expect, test } from 'vitest';
import { backupName, backupsOf, expiredBackups, unfinishedOf } from './names.ts';

const SITE = 'https://firm.example';
const on = (day: number): string => backupName(SITE, new Date(Date.UTC(2026, 10, day, 3)), false);

test('the name says site, time and encryption', () => {
  expect(on(5)).toBe('firm.example-2026-11-05T03-00-00-000Z.tar.gz');
  expect(backupName('http://127.0.0.1:3000', new Date(0), true)).toBe(
    '127.0.0.1-3000-1970-01-01T00-00-00-000Z.tar.gz.age',
  );
});

test('backups of the site are listed newest first, without files of others', () => {
  const others = ['notes.txt', 'other.example-2026-11-05T03-00-00-000Z.tar.gz', `x${on(5)}`, `${on(5)}.copy`];
  expect(backupsOf(SITE, [on(5), ...others, on(7), on(6)])).toEqual([on(7), on(6), on(5)]);
});

test('a backup of a later time, made while the clock was wrong, is older than the others', () => {
  const now = new Date(Date.UTC(2026, 10, 6, 4));
  expect(backupsOf(SITE, [on(9), on(5), on(8), on(6)], now)).toEqual([on(6), on(5), on(9), on(8)]);
});

test('only unfinished files of the site are listed', () => {
  expect(unfinishedOf(SITE, [on(5), `${on(6)}.unfinished`, 'video.unfinished'])).toEqual([`${on(6)}.unfinished`]);
});

test('all but the newest expire', () => {
  const names = [on(9), on(8), on(7), on(6)];
  expect(expiredBackups(names, 2, new Set([on(9)]), new Set())).toEqual([on(7), on(6)]);
  expect(expiredBackups(names, 9, new Set(), new Set(names))).toEqual([]);
});

test('the newest verified backup never expires', () => {
  const names = [on(9), on(8), on(7), on(6)];
  expect(expiredBackups(names, 2, new Set([on(7), on(6)]), new Set())).toEqual([on(6)]);
});

test('files that the database does not know do not expire before a backup was verified, as after a restore', () => {
  const names = [on(9), on(8), on(7), on(6)];
  expect(expiredBackups(names, 1, new Set(), new Set([on(9), on(8)]))).toEqual([on(8)]);
});
