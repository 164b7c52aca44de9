import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { type Socket, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../support/root.ts';
import { freePort, programEnv } from '../support/app-process.ts';
import { type TestApp, fillDataFolder, startTestApp } from '../support/test-app.ts';
import { runProgramToEnd } from '../support/run-program.ts';
import { connectTo } from '../support/external-database.ts';
import { sendRaw } from '../support/raw-http.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { databaseUrlOf } from './database.ts';
import { readRunning, request } from './requests.ts';
import { spawnStart } from './spawn-start.ts';
import { tryStart } from './try-start.ts';
import { folderForTests } from '#backend-tests/support/start-for-tests.ts';
import { LONG } from '#backend-tests/support/slowness.ts';

let app: TestApp;
const folder = folderForTests();

beforeAll(async () => {
  app = await startTestApp({ env: { SMTP_URL: '' }, fresh: true });
});
afterAll(() => app?.stop());

const output = () => app.process().said();
function connectToApp(): Socket {
  const { hostname, port } = new URL(app.url);
  return connect(Number(port), hostname);
}

test('a first start prints what it did, the address of the site and the next step', async () => {
  await waitFor(() => output().includes('npm run admin'));
  expect(output()).toMatch(/^Created the database\.\nMigrated the database: \d+ migrations\.\n/);
  expect(output()).toContain(`\nready ${app.url}\n`);
  expect(output()).toContain(`  Data      ${app.dataFolder}\n`);
  expect(output()).toContain('  Mail      no SMTP_URL: nothing is sent.');
  expect(output()).toContain('npm run admin -- create you@firm.example');
  expect((await fetch(app.url)).status).toBe(200);
});

test('the start says its version, which is the newest of CHANGELOG.md', async () => {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  expect(output()).toContain(`  Version   ${version}\n`);
  const newest = /^## (\S+)$/m.exec(await readFile(join(ROOT, 'CHANGELOG.md'), 'utf8'))?.[1];
  expect(newest).toBe(version);
});

test('running.json describes the running process', async () => {
  const { pid, databasePort } = await readRunning(app.dataFolder);
  expect(process.kill(pid, 0)).toBe(true);
  // One of these ports is given to no outgoing connection while PostgreSQL is down and needs it again.
  expect(databasePort).toBeLessThan(32_768);
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

test('SIGTERM waits for a running request and ends the process with 0; other connections are closed, or answered with Connection: close', async () => {
  // A repetition finds the row, the view, and perhaps a stopped app.
  if (output().includes('Stopping …')) await app.restart('stop');
  await app.service.from('categories').upsert({ name: 'Kept', slug: 'kept' }, { onConflict: 'slug' }).throwOnError();
  await app.query(`create or replace view public.slow as select 1 as id, pg_sleep(2)::text as waited;
    grant select on public.slow to service_role`);
  const headers = { apikey: app.serviceRoleKey, Authorization: `Bearer ${app.serviceRoleKey}` };
  const probe = () => request(app.url, '/rest/v1/slow?limit=0', { headers });
  await waitFor(async () => (await probe()).status === 200);
  const closed: string[] = [];
  const open = async (name: string, sent: string): Promise<Socket> => {
    const socket = connectToApp();
    socket.once('close', () => closed.push(name));
    await once(socket, 'connect');
    const answered = once(socket, 'data');
    if (sent) socket.write(sent);
    if (sent) await answered;
    return socket;
  };
  await open('unused', '');
  await open('kept alive', 'HEAD /about HTTP/1.1\r\nHost: x\r\n\r\n');
  const late = await open('used during the stop', '');
  let lateAnswer = '';
  late.on('data', (chunk: Buffer) => (lateAnswer += chunk.toString('latin1')));
  const key = `apikey: ${app.serviceRoleKey}\r\nAuthorization: Bearer ${app.serviceRoleKey}\r\n`;
  const running = sendRaw(app.url, `GET /rest/v1/slow HTTP/1.1\r\nHost: x\r\n${key}\r\n`);
  const answered = running.then((answer) => {
    closed.push('running');
    return [answer.status, answer.headers['connection'], JSON.parse(answer.body).length];
  });
  answered.catch(() => {});
  await waitFor(async () => (await app.query(`select from pg_stat_activity where wait_event = 'PgSleep'`)).length > 0);
  const stopping = app.process().stop();
  await waitFor(() => output().includes('Stopping …'));
  // Not by fetch, which has kept-alive connections. One that was made as the port closed is reset.
  const refusal = () =>
    sendRaw(app.url, 'HEAD /about HTTP/1.1\r\nHost: x\r\n\r\n').then(String, (error: Error) => error.message);
  await expect.poll(refusal).toContain('ECONNREFUSED');
  late.write('HEAD /robots.txt HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(await answered).toEqual([200, 'close', 1]);
  expect(closed.toSorted()).toEqual(['kept alive', 'running', 'unused', 'used during the stop']);
  expect(closed.at(-1)).toBe('running');
  // An answer from memory.
  expect(lateAnswer).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:.*\r\n)*?Connection: close\r\n/i);
  expect(await stopping).toBe(0);
  await waitFor(() => output().includes('\nStopped.\n'));
  expect(existsSync(join(app.dataFolder, 'running.json'))).toBe(false);
  expect(existsSync(join(app.dataFolder, 'postgres/postmaster.pid'))).toBe(false);
});

test('a second start creates and migrates nothing, and has the data and secrets of the first; SIGHUP does not end a process without a terminal, as under nohup', async () => {
  await app.restart('stop');
  await waitFor(() => output().includes('Mail'));
  expect(output()).not.toMatch(/Created|Migrated|Loaded/);
  const { data } = await app.service.from('categories').select('slug');
  expect(data).toEqual([{ slug: 'kept' }]);
  expect(await readFile(join(app.dataFolder, 'secrets.json'), 'utf8')).toContain(app.serviceRoleKey);
  const { pid } = await readRunning(app.dataFolder);
  process.kill(pid, 'SIGHUP');
  process.kill(pid, 'SIGHUP');
  expect((await fetch(app.url)).status).toBe(200);
  expect(output()).not.toContain('Stopping');
});

test('SIGINT, sent twice, ends the process with 0; a clean stop reports no error, also while a command is connected to the database and a request on a kept-alive connection crosses it', async () => {
  const { pid } = await readRunning(app.dataFolder);
  await connectTo(await databaseUrlOf(app));
  const socket = connectToApp();
  let heard = '';
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  socket.write('HEAD /about HTTP/1.1\r\nHost: x\r\n\r\n');
  await waitFor(() => heard.includes('\r\n\r\n'));
  heard = '';
  const before = output();
  process.kill(pid, 'SIGINT');
  process.kill(pid, 'SIGINT');
  await waitFor(() => output().includes('Stopping'));
  socket.write('HEAD /about HTTP/1.1\r\nHost: x\r\n\r\n');
  await closed;
  expect(heard).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*connection: close\r\n/i);
  await waitFor(() => output().includes('Stopped.\n'));
  expect(await app.process().stop()).toBe(0);
  expect(output().slice(before.length)).toBe('Stopping …\nStopped.\n');
});

test.each(['1', '2'])(
  'SIGTERM while the database is migrated ends a start of WEB_WORKERS=%s, which begins nothing more',
  async (workers) => {
    const { code, output: said } = await runProgramToEnd(
      ['src/server/main.ts'],
      { DATA_DIR: join(folder, `stopped-${workers}`), PORT: '0', SAMPLE_CONTENT: 'false', WEB_WORKERS: workers },
      { onOutput: (so, child) => void (so.endsWith('Created the database.\n') && child.kill('SIGTERM')) },
    );
    expect(said).toMatch(/^Created the database\.\nStopping …\nMigrated the database: \d+ migrations\.\nStopped\.\n$/);
    expect(code).toBe(0);
  },
);

/** A data folder after its first start. */
async function preparedFolder(name: string): Promise<string> {
  const dataFolder = join(folder, name);
  await mkdir(dataFolder, { mode: 0o700 });
  await fillDataFolder(dataFolder);
  return dataFolder;
}

test('SIGTERM after a start has failed does not end it before its database has stopped', async () => {
  const [dataFolder, port] = [await preparedFolder('port-taken'), await freePort()];
  const database = join(dataFolder, 'postgres/postmaster.pid');
  const taker = createServer();
  onTestFinished(() => void taker.close());
  const ending = runProgramToEnd(
    ['src/server/main.ts'],
    { DATA_DIR: dataFolder, PORT: String(port), SAMPLE_CONTENT: 'false' },
    { onOutput: (so, child) => void (so.includes('is in use') && child.kill('SIGTERM')) },
  );
  // The start has found the port free, and opens the site next.
  await waitFor(() => existsSync(database));
  taker.listen(port, '127.0.0.1');
  const { code, output: said } = await ending;
  expect(said).toMatch(/^\nPort \d+ of 127\.0\.0\.1 is in use\. Stop what uses it, or set PORT to another one\.\n$/);
  expect(code).toBe(1);
  expect(existsSync(database)).toBe(false);
});

test('SIGTERM ends a start whose database does not answer yet', async () => {
  const dataFolder = await preparedFolder('no-answer');
  await writeFile(join(dataFolder, 'postgres/pg_hba.conf'), 'host all all 127.0.0.1/32 reject\n');
  const start = spawnStart({ DATA_DIR: dataFolder, PORT: String(await freePort()) });
  await waitFor(() => start.output().includes('pg_hba.conf rejects'));
  start.child.kill('SIGTERM');
  expect((await start.ended).code).toBe(0);
  expect(start.output()).toMatch(/\nStopping …\nStopped\.\n$/);
  expect(existsSync(join(dataFolder, 'postgres/postmaster.pid'))).toBe(false);
});

/** A start as scripts/run.mjs makes it, with a channel to the process that started it. */
function startByParent(env: Record<string, string>, args: readonly string[] = []) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/server/main.ts', ...args], {
    cwd: ROOT,
    env: { ...programEnv(), PORT: '0', SAMPLE_CONTENT: 'false', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += String(chunk)));
  return { child, said: () => said, ended: once(child, 'exit') };
}

test('a start whose parent process has gone already stops without an error', async () => {
  const hosted = { SUPABASE_URL: 'http://127.0.0.1:9', SUPABASE_ANON_KEY: 'anon' };
  const { child, said, ended } = startByParent({ DATA_DIR: folder, ...hosted });
  child.disconnect();
  expect((await ended)[0]).toBe(0);
  await expect.poll(said).toMatch(/Stopping …\nStopped\.\n$/);
});

test.each(['1', '2'])(
  'a new site of WEB_WORKERS=%s creates its database while it is built; one with content waits for the build before that',
  async (workers) => {
    // A repetition of the test has a new site too.
    const env = { DATA_DIR: join(folder, `built-meanwhile-${randomUUID()}`), WEB_WORKERS: workers };
    const first = startByParent(env, ['--build-follows']);
    await expect.poll(first.said, LONG).toContain('Migrated the database');
    // Longer than a start takes that does not wait.
    await sleep(3000);
    expect(first.said()).not.toContain('ready');
    first.child.send('built');
    await expect.poll(first.said).toContain('ready http');
    first.child.kill('SIGTERM');
    expect((await first.ended)[0]).toBe(0);

    await rm(join(env.DATA_DIR, 'lock'));
    const second = startByParent(env, ['--build-follows']);
    await waitFor(() => existsSync(join(env.DATA_DIR, 'lock')));
    await sleep(3000);
    expect(existsSync(join(env.DATA_DIR, 'postgres/postmaster.pid'))).toBe(false);
    second.child.kill('SIGTERM');
    expect([await second.ended, second.said()]).toEqual([[0, null], 'Stopping …\nStopped.\n']);
  },
);

const hasScript = spawnSync('script', ['--version']).status === 0;
test.runIf(hasScript)('SIGHUP ends a process with a terminal, with 0', async () => {
  const dataFolder = await preparedFolder('terminal');
  const command = `${process.execPath} --disable-warning=ExperimentalWarning src/server/main.ts`;
  // util-linux's script runs the command in a terminal of its own.
  const terminal = spawn('script', ['--quiet', '--return', '--flush', '--command', command, '/dev/null'], {
    cwd: ROOT,
    env: {
      ...programEnv(),
      DATA_DIR: dataFolder,
      PORT: String(await freePort()),
      SAMPLE_CONTENT: 'false',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  terminal.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(terminal, 'close');
  await expect.poll(() => said, LONG).toMatch(/^ready /m);
  const { pid } = await waitFor(() => readRunning(dataFolder).catch(() => null));
  process.kill(pid, 'SIGHUP');
  expect((await ended)[0]).toBe(0);
  expect(said).toMatch(/Stopping …\r?\nStopped\.\r?\n/);
});
