import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { sendRaw } from '../support/raw-http.ts';
import { waitFor } from '../support/wait-for.ts';
import { readRunning, request } from './requests.ts';
import { tryStart } from './try-start.ts';

let app: TestApp;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'start-and-stop-'));
  app = await startTestApp({ env: { SMTP_URL: '' }, fresh: true });
});
afterAll(async () => {
  await app?.stop();
  await rm(folder, { recursive: true, force: true });
});

const output = () => app.process().said();

test('a first start prints what it did, the address of the site and the next step', async () => {
  await waitFor(() => output().includes('npm run admin'));
  expect(output()).toMatch(/^Created the database\.\nMigrated the database: content\.\n/);
  expect(output()).toContain(`\nready ${app.url}\n`);
  expect(output()).toContain(`  Data      ${app.dataFolder}\n`);
  expect(output()).toContain('  Mail      no SMTP_URL: nothing is sent.');
  expect(output()).toContain('npm run admin -- create you@firm.example');
  expect((await fetch(app.url)).status).toBe(200);
});

test('running.json describes the running process', async () => {
  const { pid, databasePort } = await readRunning(app.dataFolder);
  expect(process.kill(pid, 0)).toBe(true);
  expect(databasePort).toBeGreaterThan(0);
});

test('a port in use ends the start with one sentence, and nothing is created', async () => {
  const { port } = new URL(app.url);
  const dataFolder = join(folder, 'unused');
  const ended = await tryStart({ DATA_DIR: dataFolder, PORT: port });
  expect(ended).toEqual({
    code: 1,
    output: `\nPort ${port} of 127.0.0.1 is in use. Stop what uses it, or set PORT to another one.\n`,
  });
  expect(existsSync(dataFolder)).toBe(false);
  expect((await fetch(app.url)).status).toBe(200);
});

test('SIGTERM waits for a running request and ends the process with 0', async () => {
  await app.query(`create view public.slow as select 1 as id, pg_sleep(2)::text as waited;
    grant select on public.slow to service_role`);
  const headers = { apikey: app.serviceRoleKey, Authorization: `Bearer ${app.serviceRoleKey}` };
  const ask = (path: string) => request(app.url, `/rest/v1${path}`, { headers });
  await waitFor(async () => (await ask('/slow?limit=0')).status === 200);
  const running = ask('/slow').then(({ status, body }) => [status, JSON.parse(body).length]);
  running.catch(() => {});
  await waitFor(async () => (await app.query(`select from pg_stat_activity where wait_event = 'PgSleep'`)).length > 0);
  const stopping = app.process().stop();
  await waitFor(() => output().includes('Stopping …'));
  await expect(fetch(app.url)).rejects.toThrow('fetch failed');
  expect(await running).toEqual([200, 1]);
  expect(await stopping).toBe(0);
  await waitFor(() => output().includes('\nStopped.\n'));
  expect(existsSync(join(app.dataFolder, 'running.json'))).toBe(false);
  expect(existsSync(join(app.dataFolder, 'postgres/postmaster.pid'))).toBe(false);
});

test('a stop closes connections without a request, and answers running requests with Connection: close', async () => {
  await app.restart('stop');
  const { hostname, port } = new URL(app.url);
  const closed: string[] = [];
  const open = async (name: string, sent: string): Promise<void> => {
    const socket = connect(Number(port), hostname);
    socket.once('close', () => closed.push(name));
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    const answered = new Promise<void>((resolve) => socket.once('data', () => resolve()));
    if (sent) socket.write(sent);
    if (sent) await answered;
  };
  await open('unused', '');
  await open('kept alive', 'HEAD /about HTTP/1.1\r\nHost: x\r\n\r\n');
  const key = `apikey: ${app.serviceRoleKey}\r\nAuthorization: Bearer ${app.serviceRoleKey}\r\n`;
  const running = sendRaw(app.url, `GET /rest/v1/slow HTTP/1.1\r\nHost: x\r\n${key}\r\n`);
  const answered = running.then(({ status, headers }) => {
    closed.push('running');
    return [status, headers['connection']];
  });
  await waitFor(async () => (await app.query(`select from pg_stat_activity where wait_event = 'PgSleep'`)).length > 0);
  const stopping = app.process().stop();
  expect(await answered).toEqual([200, 'close']);
  expect(closed.toSorted()).toEqual(['kept alive', 'running', 'unused']);
  expect(closed.at(-1)).toBe('running');
  expect(await stopping).toBe(0);
});

test('a second start creates and migrates nothing and serves the same data', async () => {
  await app.restart('stop');
  await waitFor(() => output().includes('Mail'));
  expect(output()).not.toMatch(/Created|Migrated|Loaded/);
  expect(await app.query(`select to_regclass('public.slow')::text as name`)).toEqual([{ name: 'slow' }]);
});

test.each(['SIGINT', 'SIGHUP'] as const)('%s, sent twice, ends the process with 0', async (signal) => {
  const { pid } = await readRunning(app.dataFolder);
  process.kill(pid, signal);
  process.kill(pid, signal);
  await waitFor(() => output().includes('Stopped.\n'));
  expect(await app.process().stop()).toBe(0);
  await app.restart('stop');
});

test('written data and secrets survive a stop', async () => {
  await app.service.from('categories').insert({ name: 'Kept', slug: 'kept' }).throwOnError();
  await app.restart('stop');
  const { data } = await app.service.from('categories').select('slug');
  expect(data).toEqual([{ slug: 'kept' }]);
  expect(await readFile(join(app.dataFolder, 'secrets.json'), 'utf8')).toContain(app.serviceRoleKey);
});
