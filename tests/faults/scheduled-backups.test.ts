import { mkdir, readdir, rm, rmdir, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBackupRecords } from '#operations/backup/records.ts';
import { runOperator } from '../support/run-backup.ts';
import { type S3TestStore, startS3Store } from '../support/s3-store.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { folderForTests } from '#backend-tests/support/start-for-tests.ts';
import { LONG } from '#backend-tests/support/slowness.ts';

const SLOWLY = { ...LONG, interval: 100 };
const disk = mountSmallDisk(285);
/** What a backup needs, and not a second database for its verification. */
const LEFT_BYTES = 40_000_000;
let app: TestApp;
let s3: S3TestStore;
const folder = folderForTests();
let env: Record<string, string>;

beforeAll(async () => {
  const parentFolder = disk?.folder ?? folder;
  [app, s3] = await Promise.all([startTestApp({ sampleContent: true, parentFolder }), startS3Store()]);
  env = { DATA_DIR: app.dataFolder, SITE_URL: app.url };
  await app.signIn({ admin: true, email: 'admin@firm.example' });
});
afterAll(async () => {
  await Promise.all([app?.stop(), s3?.stop()]);
  disk?.unmount();
});

type Row = Record<string, unknown>;
const recordsIn = (place: string): Promise<Row[]> =>
  app.query('select * from operator.backups where place = $1 order by started_at', [place]);
/** As if that much time had passed since all that is recorded. */
const letPass = (interval: string) =>
  app.query(
    `update operator.backups set started_at = started_at - $1::interval, failed_at = failed_at - $1::interval`,
    [interval],
  );
const scheduled = (to: string, changes: Record<string, string> = {}) =>
  runOperator('backup', ['scheduled', '--to', to], { ...env, BACKUP_EVERY: '1d', BACKUP_KEEP: '1', ...changes });
async function leaveLittle(): Promise<void> {
  if (!disk) return;
  const { bavail, bsize } = await statfs(disk.folder);
  await writeFile(join(disk.folder, 'ballast'), Buffer.alloc(bavail * bsize - LEFT_BYTES));
}

test('backups that were made while the clock was ahead expire first, and their records hide no later one', async () => {
  const to = join(folder, 'ahead');
  await mkdir(to);
  const names = ['01', '02', '03'].map(
    (day) => `${new URL(app.url).host.replace(':', '-')}-2099-01-${day}T00-00-00-000Z.tar.gz`,
  );
  for (const name of names) await writeFile(join(to, name), 'x');
  await app.query(
    `insert into operator.backups (file, place, is_encrypted, started_at, finished_at, verified_at)
       select name, $1, false, '2099-01-01'::timestamptz + n * interval '1 hour', '2099-01-01', '2099-01-01'
       from generate_series(1, 50) n, unnest($2::text[]) name`,
    [to, names],
  );
  // Its verification is not the subject, and ends at once.
  await leaveLittle();
  await scheduled(to);
  disk?.empty();
  const made = await readdir(to);
  expect(made).toContainEqual(expect.not.stringContaining('2099'));
  expect(made.length).toBeLessThanOrEqual(2);
  const query = async (text: string) => ({ rows: await app.query(text), rowCount: 0 });
  expect((await listBackupRecords(query))[0]).toMatchObject({ file: expect.not.stringContaining('2099') });
  await app.query('delete from operator.backups');
});

test('a folder whose backups have all gone is not written to', async () => {
  const to = join(folder, 'disk');
  const { code } = await runOperator('backup', ['--to', to], env);
  expect(code).toBe(0);
  for (const name of await readdir(to)) await rm(join(to, name));
  await letPass('2 days');
  const empty = await scheduled(to);
  expect([empty.code, empty.stderr]).toEqual([1, expect.stringMatching(/has none of the backups .* disk mounted/)]);
  await rmdir(to);
  const missing = await scheduled(to);
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringMatching(/has none of the backups .* disk mounted/)]);
  await expect(readdir(to)).rejects.toThrow('ENOENT');
});

test.skipIf(disk === null)('a backup for which there is no space is not begun', async () => {
  const to = join(app.dataFolder, 'backups');
  // The records of the test above leave space for one more in the database.
  await disk!.fill();
  const { code, stderr } = await scheduled(to);
  disk!.empty();
  expect([code, stderr]).toEqual([1, expect.stringMatching(/No backup was made: .* MB are needed/)]);
  expect(await recordsIn(to)).toEqual([expect.objectContaining({ finished_at: null, failures: 1 })]);
  await app.query('delete from operator.backups');
});

test.skipIf(disk === null)(
  'a verification without space fails before it begins; expired backups go, and its retry makes no other backup; one that a restart interrupted is tried again',
  async () => {
    const to = join(folder, 'kept');
    await mkdir(to, { recursive: true });
    const name = (day: number) => `${new URL(app.url).host.replace(':', '-')}-2020-01-0${day}T00-00-00-000Z.tar.gz`;
    for (const day of [1, 2, 3]) await writeFile(join(to, name(day)), 'x');
    await app.query(
      `insert into operator.backups (file, place, is_encrypted, started_at, finished_at, verified_at)
       values ($1, $2, false, '2020-01-02', '2020-01-02', '2020-01-02')`,
      [name(2), to],
    );
    await leaveLittle();
    for (let run = 0; run < 2; run += 1) {
      const { code, stderr } = await scheduled(to);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/was not verified: .* MB are needed .* are free/)]);
    }
    disk!.empty();
    // The newest, and the newest that was verified.
    const [verified, newest, ...others] = (await readdir(to)).toSorted();
    expect([verified, newest, others]).toEqual([name(2), expect.not.stringContaining('2020'), []]);
    const [, made, ...more] = await recordsIn(to);
    expect(more).toEqual([]);
    expect(made).toMatchObject({ verified_at: null, failures: 2, error: expect.stringContaining('was not verified') });
    expect(await readdir(app.dataFolder)).not.toContain('backup-work-verify');

    // As if the process had been killed in the verification, for which there is no space here.
    await app.query(`update operator.backups set error = null, failures = 0, failed_at = null`);
    const place = { BACKUP_EVERY: '1d', BACKUP_TO: to };
    const record = async () => (await recordsIn(to)).at(-1);
    await app.restart('stop', place);
    await expect.poll(record, SLOWLY).toMatchObject({ error: 'Its verification was interrupted.', failures: 1 });
    await letPass('10 minutes');
    await app.restart('stop', place);
    await expect
      .poll(record, SLOWLY)
      .toMatchObject({ error: expect.stringContaining('was not verified'), failures: 2 });
    expect((await readdir(to)).toSorted()).toEqual([verified, newest]);
  },
);

test('the start ends a backup that a restart interrupted, says so, and makes it again', async () => {
  s3.mode = 'hold';
  const place = { BACKUP_EVERY: '1d', BACKUP_TO: s3.storageUrl };
  const inStore = () => app.query(`select * from operator.backups where place like 'http%' order by started_at`);
  await app.restart('stop', place);
  await expect.poll(() => s3.requests.length, SLOWLY).toBeGreaterThan(0);
  await app.restart('kill', place);
  await expect.poll(async () => (await inStore())[0]?.['error'], SLOWLY).toBe('The backup was interrupted.');
  await expect.poll(() => app.process().logged()).toContain('A backup was interrupted');
  s3.mode = 'answer';
  await letPass('10 minutes');
  await app.restart('stop', place);
  const last = async () => (await inStore()).at(-1);
  await expect.poll(last, SLOWLY).toMatchObject({ finished_at: expect.any(Date) });
});

test('a place that cannot be opened is a recorded failure; the second one is mailed, counted, and red for the doctor', async () => {
  const place = { BACKUP_EVERY: '1d', BACKUP_TO: join(folder, 'unmounted/site') };
  const mails = () => app.mails().filter(({ text }) => text.includes(place.BACKUP_TO));
  // One that was made while the clock was ahead hides no failure.
  await app.query(
    `insert into operator.backups (file, place, is_encrypted, started_at, finished_at, verified_at)
       values ('ahead', $1, false, '2099-01-02', '2099-01-02', '2099-01-02')`,
    [place.BACKUP_TO],
  );
  await app.restart('stop', place);
  const failures = async () => (await recordsIn(place.BACKUP_TO)).flatMap(({ error }) => error ?? []);
  await expect.poll(failures, SLOWLY).toEqual([expect.stringContaining('is its disk mounted?')]);
  expect(mails()).toEqual([]);
  await letPass('10 minutes');
  await app.restart('stop', place);
  await expect.poll(failures, SLOWLY).toHaveLength(2);
  await expect.poll(() => mails().map(({ to }) => to), SLOWLY).toEqual(['admin@firm.example']);
  expect(mails()[0]?.text).toContain('unmounted');
  expect(await (await fetch(`${app.url}/metrics`)).text()).toMatch(/^backups_failures 2$/m);
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
  await expect(readdir(join(folder, 'unmounted'))).rejects.toThrow('ENOENT');
});

test('a site that nobody told to make backups makes its first one in the data folder, after an hour, once it has an account', async () => {
  await app.query('delete from operator.backups');
  const place = join(app.dataFolder, 'backups');
  const anHourLater = { NODE_OPTIONS: '--import data:text/javascript,process.uptime=()=>3601' };
  await app.restart('stop');
  const begun = new Date();
  await app.restart('stop', anHourLater);
  await expect.poll(async () => (await recordsIn(place))[0]?.['finished_at'], SLOWLY).toEqual(expect.any(Date));
  const made = await recordsIn(place);
  expect(made.map(({ started_at }) => Number(started_at) >= Number(begun))).toEqual([true]);

  await app.query('delete from operator.backups');
  // Without the trigger that keeps the last administrator.
  await app.query(`set session_replication_role = 'replica'; delete from auth.users`);
  await app.restart('stop', anHourLater);
  await app.restart('stop', {});
  expect(await recordsIn(place)).toEqual([]);
});
