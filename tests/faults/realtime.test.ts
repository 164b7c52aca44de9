import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RawSocket, openRawSocket } from '../support/raw-socket.ts';
import { OPEN_REALTIME, follow } from '../support/realtime.ts';
import { readRunning } from '../server/requests.ts';
import { workersOf } from '../server/worker-processes.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';

let app: TestApp;
const sockets: RawSocket[] = [];

beforeAll(async () => {
  app = await startTestApp({ smtp: false, env: { WEB_WORKERS: '2', ...OPEN_REALTIME } });
  await app.query(`create table public.test_events (id int primary key, body text); grant select on public.test_events to anon;
    alter publication supabase_realtime add table public.test_events`);
});
beforeEach(() => app.query('truncate public.test_events'));
afterAll(async () => {
  for (const { ws } of sockets) ws.terminate();
  await app?.stop();
});

const clientOf = () =>
  createClient(app.url, app.anonKey, { auth: { persistSession: false, storageKey: randomUUID() } });
const add = (id: number) => app.query('insert into public.test_events values ($1, $2)', [id, 'new']);
async function openSocket(): Promise<RawSocket> {
  const socket = await openRawSocket(app.url, { apikey: app.anonKey });
  sockets.push(socket);
  return socket;
}

test('after the connection that listens was lost, subscribers join again and are told of changes', async () => {
  const client = clientOf();
  const followed = await follow(client, { table: 'test_events' });
  await app.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like '%listener for realtime'`,
  );
  await waitFor(() => followed.statuses.length >= 3);
  expect(followed.statuses).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED']);
  await add(1);
  await waitFor(() => followed.changes.length === 1);
  await client.removeAllChannels();
});

test('subscribers of a killed worker join again at another', async () => {
  const client = clientOf();
  const followed = await follow(client, { table: 'test_events' });
  const { pid } = await readRunning(app.dataFolder);
  for (const worker of await workersOf(pid)) process.kill(worker, 'SIGKILL');
  await expect.poll(() => followed.statuses.filter((status) => status === 'SUBSCRIBED').length).toBeGreaterThan(1);
  await waitFor(async () => (await workersOf(pid)).length === 2);
  await add(1);
  await waitFor(() => followed.changes.length === 1);
  // The locks of the killed ones are gone, and nobody follows the table after the last has left.
  await client.removeAllChannels();
  const locks = `select from pg_locks where locktype = 'advisory' and classid = 727101019`;
  await waitFor(async () => (await app.query(locks)).length === 0);
  expect(followed.changes.map((change) => change.new)).toEqual([{ id: 1, body: 'new' }]);
});

test('a long broadcast whose event has a NUL and half of a surrogate pair reaches the other process', async () => {
  const topic = 'realtime:"quoted" \\topic';
  const open = await Promise.all(Array.from({ length: 6 }, openSocket));
  const config = { broadcast: { ack: true, self: true } };
  for (const socket of open) expect((await socket.ask(topic, 'phx_join', { config })).status).toBe('ok');
  const push = { type: 'broadcast', event: 'long \0 \ud83d', payload: { text: 'x'.repeat(10_000) } };
  expect(await open[0]?.ask(topic, 'broadcast', push)).toMatchObject({ status: 'ok' });
  for (const socket of open) expect(await socket.hear(topic, 'broadcast')).toMatchObject(push);
});

test('a stop closes the connections with 1012, and ends in time', async () => {
  const open = await Promise.all(Array.from({ length: 6 }, openSocket));
  for (const socket of open) expect((await socket.ask('realtime:a', 'phx_join', {})).status).toBe('ok');
  // One that does not answer the closing handshake.
  open[0]?.ws.pause();
  expect(await app.process().stop()).toBe(0);
  for (const socket of open.slice(1)) await waitFor(() => socket.closed() !== undefined);
  expect(open.slice(1).map((socket) => socket.closed())).toEqual(Array.from({ length: 5 }, () => 1012));
});
