import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { databaseUrlOf } from '../server/database.ts';
import { readRunning } from '../server/requests.ts';
import { childrenOf } from '../server/worker-processes.ts';
import { connectTo } from '../support/external-database.ts';
import { spawnProgram } from '../support/run-program.ts';
import { runOperator, runWell } from '../support/run-backup.ts';
import { type S3TestStore, startS3Store } from '../support/s3-store.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { folderForTests } from '#backend-tests/support/start-for-tests.ts';
import { LONG } from '#backend-tests/support/slowness.ts';

const SLOWLY = { ...LONG, interval: 50 };
let app: TestApp;
let s3: S3TestStore;
const folder = folderForTests();
let env: Record<string, string>;
const disk = mountSmallDisk(2);

beforeAll(async () => {
  [app, s3] = await Promise.all([startTestApp({ sampleContent: true }), startS3Store()]);
  env = { DATA_DIR: app.dataFolder, SITE_URL: app.url };
  await runWell('backup', ['--to', join(folder, 'kept')], env);
});
beforeEach(() => {
  s3.mode = 'answer';
  s3.requests.length = 0;
});
afterAll(async () => {
  await Promise.all([app?.stop(), s3?.stop()]);
  disk?.unmount();
});

const records = (): Promise<Record<string, unknown>[]> =>
  app.query('select * from operator.backups order by started_at');

const begin = (words: string[], changes: Record<string, string> = {}) =>
  spawnProgram(['src/cli/backup.ts', ...words], { ...env, ...changes });

/** The process of the scratch PostgreSQL of a verification, null without one. */
async function findScratchServer(): Promise<number | null> {
  const work = join(app.dataFolder, 'backup-work-verify');
  const [name = ''] = await readdir(work).catch(() => []);
  const lock = await readFile(join(work, name, 'data/postgres/postmaster.pid'), 'utf8').catch(() => '');
  // The last of its lines says that the server accepts connections.
  return /^(\d+)\n[^]*ready/.test(lock) ? Number.parseInt(lock, 10) : null;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function interruptVerification(signal: NodeJS.Signals): Promise<number> {
  const { child, ended } = begin(['verify', '--to', join(folder, 'kept')]);
  await expect.poll(findScratchServer, SLOWLY).not.toBeNull();
  const pid = (await findScratchServer())!;
  child.kill(signal);
  await ended;
  return pid;
}

test('a verification that is told to stop leaves no PostgreSQL and no folder', async () => {
  const pid = await interruptVerification('SIGTERM');
  await expect.poll(() => isAlive(pid), SLOWLY).toBe(false);
  expect(await readdir(app.dataFolder)).not.toContain('backup-work-verify');
});

test('the next verification clears what a killed one has left', async () => {
  const pid = await interruptVerification('SIGKILL');
  await runWell('backup', ['verify', '--to', join(folder, 'kept')], { ...env, WEB_WORKERS: '2' });
  expect(isAlive(pid)).toBe(false);
  expect(await readdir(app.dataFolder)).not.toContain('backup-work-verify');
  expect((await records()).at(-1)?.['verified_at']).toBeInstanceOf(Date);
});

test('one backup runs at a time, and one that was killed is recorded as interrupted', async () => {
  const place = { BACKUP_TO: s3.storageUrl };
  s3.mode = 'hold';
  const first = begin([], place);
  await expect.poll(() => s3.requests.length, SLOWLY).toBeGreaterThan(0);
  const second = await runOperator('backup', ['--to', join(folder, 'second')], env);
  expect([second.code, second.stderr]).toEqual([1, expect.stringContaining('Another backup of this site')]);
  first.child.kill('SIGKILL');
  await first.ended;
  s3.mode = 'answer';
  // PostgreSQL releases the lock when it has noticed that the connection is gone.
  await expect.poll(async () => (await runOperator('backup', [], { ...env, ...place })).code, SLOWLY).toBe(0);
  const [interrupted, made] = (await records()).slice(-2);
  expect(interrupted).toMatchObject({ finished_at: null, error: 'The backup was interrupted.' });
  expect(made).toMatchObject({ finished_at: expect.any(Date), error: null });
});

test('a backup that is told to stop leaves no file', async () => {
  const to = join(folder, 'stopped');
  const client = await connectTo(await databaseUrlOf(app));
  await client.query('begin; lock public.blog_posts');
  const { child, ended } = begin(['--to', to]);
  await expect.poll(() => readdir(to).catch(() => []), SLOWLY).toEqual([expect.stringContaining('.unfinished')]);
  // The backup, and perhaps a request of the site.
  const waiting = () =>
    app.query(`select from pg_locks where relation = 'public.blog_posts'::regclass and not granted`);
  await expect.poll(waiting, SLOWLY).not.toEqual([]);
  child.kill('SIGINT');
  await ended;
  await client.end();
  expect(await readdir(to)).toEqual([]);
});

test('a store that fails is named, recorded, and keeps no part of a backup', async () => {
  s3.mode = '503';
  const { code, stderr } = await runOperator('backup', [], { ...env, BACKUP_TO: s3.storageUrl });
  expect([code, stderr]).toEqual([1, expect.stringMatching(/The store of backups http.* cannot be used/)]);
  expect(stderr).not.toMatch(/S3RVER|\n {4}at /);
  expect((await records()).at(-1)?.['error']).toContain('The store of backups');
});

test.skipIf(disk === null)('a full disk is named, recorded, and keeps no part of a backup', async () => {
  await disk!.fill();
  const { code, stderr } = await runOperator('backup', ['--to', disk!.folder], env);
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining(`${disk!.folder} of backups cannot be used: its disk is full`),
  ]);
  expect(await readdir(disk!.folder)).toEqual(['ballast']);
  expect((await records()).at(-1)?.['error']).toContain('its disk is full');
  disk!.empty();
  await runWell('backup', ['--to', disk!.folder], env);
});

test('a stop ends a backup that the dashboard has begun; a site with workers makes backups, and a stop ends a running one and its verification, which is no failure', async () => {
  s3.mode = 'hold';
  await app.restart('stop', { BACKUP_TO: s3.storageUrl });
  const { data } = await (await app.signIn({ admin: true })).auth.getSession();
  const headers = { apikey: app.anonKey, Authorization: `Bearer ${data.session?.access_token}` };
  await fetch(`${app.url}/system/v1/backups`, { method: 'POST', headers });
  await expect.poll(() => s3.requests.length, SLOWLY).toBeGreaterThan(0);
  // Found on Linux only.
  const [backup] = await childrenOf((await readRunning(app.dataFolder)).pid, 'src/cli/backup.ts');
  expect(backup !== undefined).toBe(process.platform === 'linux');
  const place = join(folder, 'workers');
  await app.restart('stop', { WEB_WORKERS: '2', BACKUP_EVERY: '1d', BACKUP_TO: place });
  await expect.poll(() => backup !== undefined && isAlive(backup)).toBe(false);
  expect(app.logged()).not.toContain('The backup failed');

  const last = async () => (await records()).at(-1);
  // Verifying it is the same command as without workers.
  await expect.poll(last, SLOWLY).toMatchObject({ place, finished_at: expect.any(Date), error: null });
  await expect.poll(findScratchServer, SLOWLY).not.toBeNull();
  s3.requests.length = 0;
  await app.restart('stop', { BACKUP_EVERY: '1d', BACKUP_TO: s3.storageUrl.replace('?', '/stopped?') });
  expect(app.logged()).not.toContain('The backup failed');
  await expect.poll(() => s3.requests.length, SLOWLY).toBeGreaterThan(0);
  await app.restart('stop', {});
  expect(await last()).toMatchObject({ finished_at: null });
});
