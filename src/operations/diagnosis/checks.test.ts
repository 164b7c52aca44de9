import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DatabasePool, closeDatabase, connectDatabase } from '#backend/database/connect.ts';
import { type MailDatabase, startMailDatabase } from '#backend-tests/support/mail-fixture.ts';
import { checkDatabase, checkDisk, checkMailQueue, checkMigrations } from './readiness-checks.ts';
import { within } from './finding.ts';
import { judgeBackups } from './check-backups.ts';
import { type ClockReading, checkMemory, checkSecrets, checkVersions, judgeClock } from './machine-checks.ts';
import { checkProxy } from './site-checks.ts';

const MB = 1024 ** 2;
let server: MailDatabase;
let closed: DatabasePool;
beforeAll(async () => {
  server = await startMailDatabase();
  closed = connectDatabase('postgres://nobody@127.0.0.1:1/none');
  await run('create schema if not exists supabase_migrations');
  await run('create table supabase_migrations.schema_migrations (version text primary key)');
  await run('grant usage on schema supabase_migrations to backend');
  await run('grant select on supabase_migrations.schema_migrations to backend');
});
afterAll(async () => {
  await closeDatabase(closed);
  await server.stop();
});
beforeEach(async () => {
  await run('delete from mail.outbox');
  await run('delete from supabase_migrations.schema_migrations');
});

const run = (sql: string, values: unknown[] = []) => server.database.pool.query(sql, values);
const free =
  (bytes: number, files = 1_000_000) =>
  () =>
    Promise.resolve({ bavail: bytes / 4096, blocks: 100_000_000, bsize: 4096, files: 10_000_000, ffree: files });

test.each([
  ['plenty of space', free(50_000 * MB), 'good'],
  ['less than a gigabyte', free(900 * MB), 'warning'],
  ['less than 200 MB', free(150 * MB), 'bad'],
  ['no more files', free(50_000 * MB, 20), 'bad'],
])('a disk with %s', async (_what, read, state) => {
  const found = await checkDisk('/data', read);
  expect(found.state).toBe(state);
  expect(found.remedy === null).toBe(state === 'good');
});

test('the real disk has figures, and a folder that is missing is an error', async () => {
  expect((await checkDisk(tmpdir())).figures['total_bytes']).toBeGreaterThan(0);
  expect(await checkDisk('/nowhere/at/all')).toMatchObject({ state: 'bad', says: expect.stringContaining('ENOENT') });
});

test('a database that answers is good, a read-only or unreachable one is not', async () => {
  const found = await checkDatabase(server.database);
  expect(found).toMatchObject({ state: 'good', figures: { up: 1, max_connections: expect.any(Number) } });
  await run('alter database postgres set default_transaction_read_only = on');
  const readOnly = connectDatabase(server.database.url);
  expect(await checkDatabase(readOnly)).toMatchObject({ state: 'bad', says: 'The database is read-only.' });
  await closeDatabase(readOnly);
  await run('begin read write; alter database postgres reset default_transaction_read_only; commit');
  const away = await checkDatabase(closed);
  expect(away).toMatchObject({
    state: 'bad',
    says: 'The database does not answer (ECONNREFUSED).',
    figures: { up: 0 },
  });
});

test('migrations are compared in both directions', async () => {
  await run(`insert into supabase_migrations.schema_migrations values ('1'), ('2')`);
  expect((await checkMigrations(server.database, ['1', '2'])).state).toBe('good');
  expect((await checkMigrations(server.database, ['1', '2', '3'])).says).toContain('missing in the database: 3');
  expect((await checkMigrations(server.database, ['1'])).says).toContain('newer version of the site (2)');
  expect((await checkMigrations(closed, ['1'])).state).toBe('bad');
});

test('mail that was given up, rejected, late or only written is a warning, and such an enquiry is bad', async () => {
  expect(await checkMailQueue(server.database)).toMatchObject({ state: 'good', says: 'No message is waiting.' });
  const insert = (age: string, fields = '', kind = 'recovery') =>
    run(
      `insert into mail.outbox (id, kind, recipient, subject, text_body, created_at, next_attempt_at${fields && `, ${fields}`})
       values ($1, $3, 'asha@person.example', 's', 't', now() - $2::interval, now()${fields && ', now()'})`,
      [randomUUID(), age, kind],
    );
  await insert('1 second');
  expect((await checkMailQueue(server.database)).state).toBe('good');
  for (const [age, field] of [['1 hour'], ['1 day', 'refused_at'], ['8 days', 'given_up_at'], ['1 hour', 'filed_at']]) {
    await insert(age!, field);
  }
  const found = await checkMailQueue(server.database);
  expect(found.state).toBe('warning');
  expect(found.figures).toMatchObject({ waiting: 2, late: 1, rejected: 1, given_up: 1, written: 1 });
  expect(found.figures['oldest_seconds']).toBeGreaterThanOrEqual(3600);
  expect(found.says).not.toContain('@');

  await insert('1 minute', '', 'enquiry');
  expect((await checkMailQueue(server.database)).state).toBe('warning');
  await insert('3 minutes', '', 'enquiry');
  await insert('1 second', 'filed_at', 'enquiry');
  const lost = await checkMailQueue(server.database);
  expect(lost).toMatchObject({ state: 'bad', says: expect.stringContaining('2 enquiries have reached nobody') });
  expect(lost.figures['enquiries']).toBe(2);
});

test('what takes too long is an error, and its own error later is not unhandled', async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  await expect(within(10, promise, 'no answer')).rejects.toThrow('no answer');
  reject(new Error('later'));
  expect(await within(1000, Promise.resolve(1), 'no answer')).toBe(1);
});

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = new Date('2026-11-22T08:00:00Z');
const before = (ms: number): string => new Date(NOW.getTime() - ms).toISOString();

type Backup = Parameters<typeof judgeBackups>[0][number];
const backup = (changes: Partial<Backup> = {}): Backup => ({
  file: 'a.tar',
  place: '/backups',
  started_at: before(HOUR_MS),
  finished_at: before(HOUR_MS),
  verified_at: before(HOUR_MS),
  error: null,
  failures: 0,
  ...changes,
});

/** One that was made while the clock was a year ahead. */
const AHEAD = backup({ started_at: before(-365 * DAY_MS), finished_at: before(-365 * DAY_MS) });
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
  ['an old one, and one that a wrong clock dated', [AHEAD, backup({ finished_at: before(8 * DAY_MS) })], null, 'bad'],
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
    const other = join(folder, "the firm's data");
    await mkdir(other);
    await writeFile(join(other, 'secrets.json'), '{}', { mode: 0o640 });
    expect(await checkSecrets(other)).toMatchObject({
      remedy: String.raw`chmod -R go= '${folder}/the firm'\''s data/secrets.json'`,
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('another version of Node than the tested one is a warning', async () => {
  expect(checkVersions()).toMatchObject({ state: 'good', says: expect.stringContaining(process.versions.node) });
  expect(checkVersions('18.0.0')).toMatchObject({ state: 'warning' });
});
