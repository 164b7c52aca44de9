import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judgeBackups } from './backups.ts';
import { type ClockReading, judgeClock } from './clock.ts';
import { checkMemory } from './memory.ts';
import { checkProxy } from './proxy.ts';
import { checkSecrets } from './secrets.ts';
import { checkVersions } from './versions.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = new Date('2026-11-22T08:00:00Z');
const before = (ms: number): string => new Date(NOW.getTime() - ms).toISOString();

type Backup = Parameters<typeof judgeBackups>[0][number];
const backup = (changes: Partial<Backup> = {}): Backup => ({
  file: 'a.tar',
  place: '/backups',
  finished_at: before(HOUR_MS),
  verified_at: before(HOUR_MS),
  error: null,
  failures: 0,
  ...changes,
});

const PLAN = { everyMs: null, place: '/backups', dataFolder: '/data', inUseSince: before(5 * HOUR_MS), now: NOW };

test.each<[string, Backup[], number | null, string]>([
  ['no backup', [], null, 'bad'],
  ['no backup yet', [], DAY_MS, 'warning'],
  ['none by an automatic one of an hour', [], HOUR_MS, 'bad'],
  ['one that only lies elsewhere', [backup({ place: '/mnt' })], HOUR_MS, 'bad'],
  ['a backup of an hour that was tried', [backup()], DAY_MS, 'good'],
  ['one that is two intervals old', [backup({ finished_at: before(2 * DAY_MS + 1) })], DAY_MS, 'bad'],
  ['one of six days by hand', [backup({ finished_at: before(6 * DAY_MS) })], null, 'good'],
  ['one of eight days by hand', [backup({ finished_at: before(8 * DAY_MS) })], null, 'bad'],
  ['one that was never tried', [backup({ verified_at: null })], DAY_MS, 'warning'],
  ['a trial of two months ago', [backup({ verified_at: before(60 * DAY_MS) })], DAY_MS, 'warning'],
  ['one that could not be restored', [backup({ error: 'The file is damaged.' })], DAY_MS, 'bad'],
  ['one in the data folder', [backup({ place: '/data/backups' })], null, 'warning'],
  ['one beside the data folder', [backup({ place: '/data-backups' })], null, 'good'],
  ['a newer attempt that failed', [backup({ finished_at: null, error: 'No space' }), backup()], DAY_MS, 'bad'],
  ['a newer one that is being made', [backup({ finished_at: null }), backup()], DAY_MS, 'good'],
])('%s', (_, records, everyMs, state) => {
  expect(judgeBackups(records, { ...PLAN, everyMs })).toMatchObject({ state });
});

test('a failed backup says why', () => {
  const failing = backup({ finished_at: null, error: 'No space left on the disk.', failures: 1 });
  const { says } = judgeBackups([failing, failing], PLAN);
  expect(says).toBe('The last backup failed: No space left on the disk. (2 failures in a row)');
});

const HOLD = { from: '2026-11-18T08:00:00+00:00', to: NOW.toISOString(), until: '2026-11-23T08:00:00+00:00' };

test.each<[string, Partial<ClockReading>, string]>([
  ['a synchronised clock', { isSynchronised: true }, 'good'],
  ['a clock of which nothing is known', {}, 'good'],
  ['a clock that is not synchronised', { isSynchronised: false }, 'warning'],
  ['a database that is 11 seconds ahead', { differenceMs: 11_000 }, 'bad'],
  ['a database that is 11 seconds behind', { differenceMs: -11_000 }, 'bad'],
  ['a jump for which deletion is held', { hold: HOLD, isSynchronised: true }, 'warning'],
  ['rows of the next hour', { aheadMs: HOUR_MS, isSynchronised: true }, 'bad'],
])('%s', (_, changes, state) => {
  const reading = { differenceMs: 5, aheadMs: -HOUR_MS, hold: null, isSynchronised: null, ...changes };
  expect(judgeClock(reading)).toMatchObject({ state });
});

test('little memory is a warning, almost none an error', () => {
  const left = (megabytes: number) => checkMemory(() => ({ total: 1024 ** 3, available: megabytes * 1024 ** 2 })).state;
  expect([500, 100, 20].map(left)).toEqual(['good', 'warning', 'bad']);
});

test('TRUST_PROXY must agree with the scheme of SITE_URL', () => {
  const state = (siteUrl: string, trustProxy: number) => checkProxy({ siteUrl, trustProxy }).state;
  expect(state('https://firm.example', 1)).toBe('good');
  expect(state('https://firm.example', 0)).toBe('warning');
  expect(state('http://firm.example', 1)).toBe('warning');
  expect(state('http://localhost:3000', 0)).toBe('good');
});

test('secrets that others can read are an error with the command that mends it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'doctor-secrets-'));
  try {
    expect(await checkSecrets(folder)).toMatchObject({ state: 'bad', says: `There is no secrets.json in ${folder}.` });
    const file = join(folder, 'secrets.json');
    await writeFile(file, '{}', { mode: 0o600 });
    expect(await checkSecrets(folder)).toMatchObject({ state: 'good' });
    await chmod(file, 0o640);
    expect(await checkSecrets(folder)).toMatchObject({ state: 'bad', remedy: `chmod -R go= ${file}` });
    await chmod(file, 0o600);
    await mkdir(join(folder, 'backups'), { mode: 0o755 });
    await mkdir(join(folder, 'storage'), { mode: 0o755 });
    expect(await checkSecrets(folder)).toMatchObject({ remedy: `chmod -R go= ${join(folder, 'backups')}` });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('another version of Node than the tested one is a warning', async () => {
  expect(checkVersions()).toMatchObject({ state: 'good', says: expect.stringContaining(process.versions.node) });
  expect(checkVersions('18.0.0')).toMatchObject({ state: 'warning' });
});
