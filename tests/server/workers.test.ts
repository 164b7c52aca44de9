import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { type Socket, connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readMetrics, sumOf } from '../support/metrics.ts';
import { randomAddress } from '../support/random-address.ts';
import { runAdmin } from '../support/run-admin.ts';
import { sendTestEnquiry } from '../support/send-enquiry.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { readRunning, request } from './requests.ts';
import { type HttpConnection, childrenOf, openConnection, workersOf } from './worker-processes.ts';
import { LONG } from '#backend-tests/support/slowness.ts';

const SLUG = 'rules-of-origin-explained';
const AT_ONCE = { timeout: 5000, interval: 20 };

let app: TestApp;
let primary: number;
const connections: HttpConnection[] = [];

/** One connection to each worker; new connections go to the workers in turn. */
async function connectToEach(): Promise<HttpConnection[]> {
  const workers = await workersOf(primary);
  const each = new Map<number, HttpConnection>();
  await waitFor(async () => {
    const connection = openConnection(app.url);
    connections.push(connection);
    await connection.get('/robots.txt');
    const pid = await connection.servedBy(workers);
    if (pid !== undefined && !each.has(pid)) each.set(pid, connection);
    return each.size === workers.length;
  });
  return [...each.values()];
}
async function openSockets(count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(app.url);
  const sockets = Array.from({ length: count }, () => connect(Number(port), hostname).resume());
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return sockets;
}
/** Sends a request; returns the status line. */
async function ask(socket: Socket): Promise<string> {
  socket.write(`GET /about HTTP/1.1\r\nHost: ${new URL(app.url).host}\r\n\r\n`);
  const answer = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => ['closed'])]);
  return String(answer[0]).split('\r\n', 1)[0] ?? '';
}
const isRunning = (pid: number) => existsSync(`/proc/${pid}`);
async function startAgain(changes: Record<string, string> = {}): Promise<void> {
  await app.restart('stop', changes);
  primary = (await readRunning(app.dataFolder)).pid;
}

describe.runIf(process.platform === 'linux')('two workers on one port', () => {
  beforeAll(async () => {
    app = await startTestApp({ sampleContent: true, env: { WEB_WORKERS: '2' } });
    primary = (await readRunning(app.dataFolder)).pid;
  });
  afterEach(() => connections.splice(0).forEach((one) => one.close()));
  afterAll(() => app?.stop());

  test('the start is announced once, by the primary process', async () => {
    await waitFor(() => app.process().said().includes('Mail'));
    expect(
      app
        .process()
        .said()
        .match(/^ready /gm),
    ).toHaveLength(1);
    expect(app.process().said()).toContain('  Workers   2\n');
    expect(await workersOf(primary)).toHaveLength(2);
  });

  test('both workers answer', async () => {
    for (const connection of await connectToEach()) expect((await connection.get('/')).status).toBe(200);
  });

  test('a save through one worker is in the HTML of each', async () => {
    const each = await connectToEach();
    for (const { get } of each) await get(`/blog/${SLUG}`);
    for (const title of ['Saved once', 'Saved twice']) {
      await app.service.from('blog_posts').update({ title }).eq('slug', SLUG).throwOnError();
      for (const { get } of each) {
        await expect.poll(async () => (await get(`/blog/${SLUG}`)).body.includes(title), AT_ONCE).toBe(true);
      }
    }
  });

  test('a limit holds across the workers', async () => {
    const statuses: number[] = [];
    const address = randomAddress();
    // `fetch` opens several connections for concurrent requests.
    for (let n = 0; n < 5; n += 1) {
      statuses.push(...(await Promise.all(Array.from({ length: 5 }, () => sendTestEnquiry(app, 'Hello', address)))));
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });

  test('a session of one worker is valid in each, and the primary process delivers the mail of all', async () => {
    // The sign-up needs the confirmation mail.
    const client = await app.signIn({ admin: true });
    const { data } = await client.auth.getSession();
    const headers = {
      apikey: app.anonKey,
      Authorization: `Bearer ${data.session?.access_token}`,
      HttpConnection: 'close',
    };
    for (let n = 0; n < 6; n += 1) {
      expect((await fetch(`${app.url}/auth/v1/user`, { headers })).status).toBe(200);
    }
  });

  const metrics = async () => readMetrics((await request(app.url, '/metrics')).body);
  const answered = (values: ReadonlyMap<string, number>) => sumOf(values, 'http_requests_total', 'service="rest"');
  /** Each on a connection of its own, so that the workers share them. */
  async function sendRequests(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1)
      await request(app.url, '/rest/v1/categories', { headers: { apikey: app.anonKey } });
  }

  test('metrics are the sum of all processes, whichever worker is asked', async () => {
    const before = answered(await metrics());
    await sendRequests(20);
    for (let n = 0; n < 4; n += 1) expect(answered(await metrics())).toBe(before + 20);
    expect((await metrics()).get('site_processes')).toBe(3);
    expect((await metrics()).get('site_ready')).toBe(1);
  });

  test('a killed worker is replaced, no later request fails, and counters do not go back', async () => {
    await sendRequests(10);
    const counted = answered(await metrics());
    const before = await workersOf(primary);
    process.kill(before[0]!, 'SIGKILL');
    await waitFor(() =>
      app.process().said().includes(`The worker ${before[0]} ended (SIGKILL); another one is started.`),
    );
    const statuses = async () => {
      const answers = Array.from({ length: 20 }, () => fetch(app.url, { headers: { HttpConnection: 'close' } }));
      return new Set((await Promise.all(answers)).map(({ status }) => status));
    };
    expect(await statuses()).toEqual(new Set([200]));
    await waitFor(async () => (await workersOf(primary)).length === 2);
    expect(await connectToEach()).toHaveLength(2);
    expect(await statuses()).toEqual(new Set([200]));
    await waitFor(async () => (await metrics()).get('site_processes') === 3);
    expect(answered(await metrics())).toBe(counted);
    await sendRequests(10);
    expect(answered(await metrics())).toBe(counted + 10);
  });

  test('a worker that cannot be started again says why, and is ready once it can', async () => {
    const [secrets, aside] = ['secrets.json', 'secrets.aside'].map((name) => join(app.dataFolder, name));
    await rename(secrets!, aside!);
    try {
      process.kill((await workersOf(primary))[0]!, 'SIGKILL');
      await waitFor(() => app.process().said().includes(`secrets.json in ${app.dataFolder} has gone.`));
    } finally {
      await rename(aside!, secrets!);
    }
    await expect.poll(async () => (await connectToEach()).length, LONG).toBe(2);
  });

  test('an enquiry that waits goes to those whom an administrator chose meanwhile', async () => {
    await app.smtp.stop();
    await sendTestEnquiry(app, 'While it was down');
    await waitFor(async () => (await app.query('select from mail.outbox where last_error is not null')).length > 0);
    const words = { recipients: ['asha@recipient.example'] };
    await app.query(`update public.site_words set words = $1 where page = 'enquiries'`, [words]);
    await app.smtp.start();
    expect((await app.mailTo('asha@recipient.example')).text).toContain('While it was down');
  });

  test('a stopped worker still answers on connections that were opened before, and is replaced', async () => {
    await connectToEach();
    const [worker = 0] = await workersOf(primary);
    // Both workers have some of each.
    const [used, unused] = [await openSockets(20), await openSockets(20)];
    await Promise.all(used.map(ask));
    process.kill(worker, 'SIGTERM');
    // The worker begins to stop, and gives each connection a second.
    await sleep(300);
    const all = [...used, ...unused];
    expect(await Promise.all(all.map(ask))).toEqual(all.map(() => 'HTTP/1.1 200 OK'));
    for (const socket of all) socket.destroy();
    await waitFor(() => app.process().said().includes(`The worker ${worker} ended (code 0); another one is started.`));
    await waitFor(async () => (await workersOf(primary)).length === 2);
  });

  test('the workers end when the primary process is killed', async () => {
    const workers = await workersOf(primary);
    await app.process().kill();
    await waitFor(() => !workers.some(isRunning));
    expect(workers.some(isRunning)).toBe(false);
  });

  function expectStopped(processes: number[]): void {
    expect(processes.filter(isRunning)).toEqual([]);
    expect(existsSync(join(app.dataFolder, 'running.json'))).toBe(false);
    expect(existsSync(join(app.dataFolder, 'postgres/postmaster.pid'))).toBe(false);
    expect(app.process().said()).not.toContain('another one is started');
    expect(
      app
        .process()
        .said()
        .match(/^Stopped\.$/gm),
    ).toHaveLength(1);
  }

  test('a start works after that; SIGINT to all processes, as from a terminal, stops them all', async () => {
    await startAgain();
    expect((await fetch(app.url)).status).toBe(200);
    const workers = await workersOf(primary);
    for (const pid of [...workers, primary]) process.kill(pid, 'SIGINT');
    expect(await app.process().stop()).toBe(0);
    expectStopped([...workers, primary]);
  });

  test('SIGTERM to all processes does too; a stop that waits for a backup starts no worker again', async () => {
    await startAgain({ BACKUP_EVERY: '1d' });
    expect((await fetch(app.url)).status).toBe(200);
    await waitFor(async () => (await app.query('select from operator.backups')).length > 0);
    const [backup] = await childrenOf(primary, 'src/cli/backup.ts');
    process.kill(backup!, 'SIGSTOP');
    const workers = await workersOf(primary);
    for (const pid of [...workers, primary]) process.kill(pid, 'SIGTERM');
    await waitFor(() => !workers.some(isRunning));
    const running = await readRunning(app.dataFolder);
    const command = await runAdmin(app, 'list').catch((error: Error) => error.message);
    process.kill(backup!, 'SIGCONT');
    expect(await app.process().stop()).toBe(0);
    expectStopped([...workers, primary]);
    expect(running).toMatchObject({ isStopping: true });
    expect(command).toContain('The site is starting or stopping at this moment.');
  });
});
