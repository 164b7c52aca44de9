import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { RATE_LIMITS } from '#backend/usage/limits.ts';
import { databaseUrlOf } from '../server/database.ts';
import { readRunning } from '../server/requests.ts';
import { connectTo } from '../support/external-database.ts';
import { randomAddress } from '../support/random-address.ts';
import { type RawSocket, openRawSocket } from '../support/raw-socket.ts';
import { OPEN_REALTIME } from '../support/realtime.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';

const MEGABYTE = 1024 * 1024;
let app: TestApp;
let pid: number;
const sockets: RawSocket[] = [];

beforeAll(async () => {
  // A heap as on a small machine.
  app = await startTestApp({ env: { ...OPEN_REALTIME, NODE_OPTIONS: '--max-old-space-size=350' } });
  ({ pid } = await readRunning(app.dataFolder));
  await app.query(`create table public.held (id int primary key); create table public.texts (id int primary key, body text);
    grant select on public.held, public.texts to anon, authenticated;
    alter publication supabase_realtime add table public.held, public.texts;
    create policy everybody_reads on realtime.messages for select to authenticated using (true)`);
});
afterEach(() => sockets.splice(0).forEach(({ ws }) => ws.terminate()));
afterAll(() => app?.stop());

async function open(address = randomAddress()): Promise<RawSocket> {
  const socket = await openRawSocket(app.url, { apikey: app.anonKey }, { 'X-Forwarded-For': address });
  sockets.push(socket);
  return socket;
}
async function openMany(count: number, address: string): Promise<RawSocket[]> {
  const opened: RawSocket[] = [];
  while (opened.length < count) opened.push(await open(address));
  return opened;
}
async function join(socket: RawSocket, topic: string, config: object = {}, token?: string): Promise<void> {
  expect(await socket.ask(topic, 'phx_join', { config, access_token: token })).toMatchObject({ status: 'ok' });
}
const changesOf = (table: string, filters: string[]) => ({
  postgres_changes: filters.map((filter) => ({ event: '*', schema: 'public', table, filter })),
});
const broadcast = (payload: unknown) => ({ type: 'broadcast', event: 'e', payload });
/** The memory of the process in megabytes. */
const residentMegabytes = async () => {
  const [, pages = '0'] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
  return (Number(pages) * 4096) / MEGABYTE;
};
/** The highest memory of the process while work is done. */
async function highestDuring(work: () => Promise<void>): Promise<number> {
  let highest = 0;
  let isDone = false;
  const watching = (async () => {
    while (!isDone) {
      highest = Math.max(highest, await residentMegabytes());
      await sleep(50);
    }
  })();
  await work().finally(() => (isDone = true));
  await watching;
  return highest;
}
/** Counts bytes that come, without keeping the frames. */
function countBytes({ ws }: RawSocket): () => number {
  let bytes = 0;
  ws.removeAllListeners('message');
  ws.on('message', (data: Buffer) => (bytes += data.length));
  return () => bytes;
}

/** Grows about tenfold when it is parsed. */
const MANY_OBJECTS = `[${Array.from({ length: 80_000 }, () => '{}').join(',')}]`;
const FRAMES = 8;

test('frames that wait for a slow join are kept as bytes, and all are handled in the end', async () => {
  const writer = await connectTo(await databaseUrlOf(app));
  const senders = await Promise.all(Array.from({ length: 8 }, () => open()));
  const before = await residentMegabytes();
  const highest = await highestDuring(async () => {
    // A join waits for writers that found nobody subscribed.
    await writer.query('begin; insert into public.held select count(*) + 1 from public.held');
    for (const [n, socket] of senders.entries()) {
      const config = { ...changesOf('held', ['id=gt.0']), broadcast: { ack: true } };
      socket.send('1', 'join', `realtime:${n}`, 'phx_join', { config });
      for (let frame = 0; frame < FRAMES; frame += 1) {
        socket.ws.send(`["1","f","realtime:${n}","broadcast",{"event":"e","payload":${MANY_OBJECTS}}]`);
      }
    }
    await sleep(2500);
    await writer.query('commit');
    const acknowledged = ({ frames }: RawSocket) => frames.filter(({ ref }) => ref === 'f').length;
    for (const socket of senders) await waitFor(() => acknowledged(socket) === FRAMES);
  });
  await writer.end();
  expect(senders.map((socket) => socket.closed())).toEqual(senders.map(() => undefined));
  expect(highest - before).toBeLessThan(400);
});

test('an address that sends more bytes than it may is disconnected', async () => {
  const senders = await openMany(7, randomAddress());
  for (const [n, { ws }] of senders.entries()) {
    for (let frame = 0; frame < 10; frame += 1) ws.send(`["1","f","realtime:${n}","phx_leave",${'1'.repeat(60_000)}]`);
    for (let frame = 0; frame < 20; frame += 1) {
      ws.send(`["1","f","realtime:${n}","broadcast",{"event":"e","payload":${MANY_OBJECTS}}]`);
    }
  }
  const codes = () => senders.flatMap((socket) => socket.closed() ?? []);
  await waitFor(() => codes().length > 3);
  expect(new Set(codes())).toEqual(new Set([1008]));
});

test.each(['phx_join', 'access_token', 'presence'])(
  'a frame %s of more than 64 kB ends its connection',
  async (event) => {
    const socket = await open();
    await join(socket, 'realtime:a');
    socket.send('1', '2', 'realtime:a', event, { filling: 'x'.repeat(65 * 1024) });
    await waitFor(() => socket.closed() !== undefined);
    expect(socket.closed()).toBe(1009);
  },
);

test('presences are limited in bytes, one and all of a topic, and in what is told of them', async () => {
  const address = randomAddress();
  const presence = { presence: { enabled: true } };
  const [tracker, ...others] = (await openMany(60, address)) as [RawSocket, ...RawSocket[]];
  const received = others.slice(0, 50).map(countBytes);
  for (const { send } of others.slice(0, 50)) send('1', '1', 'realtime:p', 'phx_join', { config: presence });
  for (const socket of [tracker, ...others.slice(50)]) await join(socket, 'realtime:p', {});
  const track = (socket: RawSocket, name: string) =>
    socket.ask('realtime:p', 'presence', { event: 'track', payload: { name } });
  expect(await track(tracker, 'ä'.repeat(5000))).toMatchObject({ status: 'error' });
  expect(await track(tracker, 'Asha')).toMatchObject({ status: 'ok' });
  const begun = performance.now();
  const senders = Array.from({ length: 20 }, () => [tracker, ...others.slice(50)]).flat();
  const answers = await Promise.all(senders.map((socket) => track(socket, 'ä'.repeat(4000))));
  expect(answers.filter(({ status }) => status === 'error').length).toBeGreaterThan(0);
  const { atOnce, perSecond } = RATE_LIMITS.deliveredBytes;
  const told = received.reduce((sum, bytes) => sum + bytes(), 0);
  expect(told).toBeLessThan(atOnce + (perSecond * (performance.now() - begun)) / 1000);
});

test('the presences of a topic fit into what a connection may be sent', async () => {
  const all = await openMany(60, randomAddress());
  const payload = { name: 'x'.repeat(8000) };
  const statuses = await Promise.all(
    all.map(async (socket) => {
      await join(socket, 'realtime:many', {});
      return (await socket.ask('realtime:many', 'presence', { event: 'track', payload })).status;
    }),
  );
  expect(statuses.filter((status) => status === 'ok').length).toBeGreaterThan(40);
  const watcher = await open();
  await join(watcher, 'realtime:many', { presence: { enabled: true } });
  const state = await watcher.hear('realtime:many', 'presence_state');
  expect(JSON.stringify(state).length).toBeLessThan(450_000);
});

test('broadcasts of one address reach others so many times in a second, and the process goes on', async () => {
  const address = randomAddress();
  const [sender, ...members] = (await openMany(91, address)) as [RawSocket, ...RawSocket[]];
  for (const socket of [sender, ...members])
    socket.send('1', '1', 'realtime:f', 'phx_join', { config: { broadcast: { ack: true } } });
  await waitFor(() => members.every(({ frames }) => frames.length > 0));
  const begun = performance.now();
  const answered = () => sender.frames.filter(({ ref }) => ref?.startsWith('b'));
  for (const sent of [180, 360]) {
    for (let n = 0; n < 180; n += 1) sender.send('1', `b${n}`, 'realtime:f', 'broadcast', broadcast({}));
    await waitFor(() => answered().length === sent);
  }
  const seconds = (performance.now() - begun) / 1000;
  const delivered = answered().filter(({ payload }) => (payload as { status: string }).status === 'ok').length * 91;
  expect(delivered).toBeLessThanOrEqual(RATE_LIMITS.deliveries.atOnce + RATE_LIMITS.deliveries.perSecond * seconds);
});

test('tokens of one account do not delay the joins of others', async () => {
  const client = await app.signIn({ admin: false });
  const token = (await client.auth.getSession()).data.session?.access_token ?? '';
  const senders = await openMany(60, randomAddress());
  const topics = ['realtime:a', 'realtime:b', 'realtime:c', 'realtime:d'];
  for (const topic of topics) {
    await Promise.all(senders.map((socket) => join(socket, topic, { private: true }, token)));
  }
  for (let n = 0; n < 2; n += 1) {
    for (const topic of topics) {
      for (const { send } of senders) send('1', null, topic, 'access_token', { access_token: token });
    }
  }
  await sleep(100);
  const begun = performance.now();
  await join(await open(), 'realtime:honest', changesOf('texts', ['id=gt.0']));
  expect(performance.now() - begun).toBeLessThan(2000);
});

test('subscriptions of the anonymous callers of an address are limited, and a change is sent once a channel', async () => {
  const address = randomAddress();
  const filters = (name: string) => Array.from({ length: 20 }, (_, n) => `body=neq.${name}${n}`);
  const [first, second, third] = (await openMany(3, address)) as [RawSocket, RawSocket, RawSocket];
  for (let n = 0; n < 5; n += 1) {
    await join(first, `realtime:${n}`, changesOf('texts', filters(`a${n}`)));
    await join(second, `realtime:${n}`, changesOf('texts', filters(`b${n}`)));
  }
  const config = changesOf('texts', ['id=gt.0']);
  expect(await third.ask('realtime:c', 'phx_join', { config })).toMatchObject({
    response: { reason: 'ChannelRateLimitReached: Too many subscriptions to changes' },
  });
  const elsewhere = await open();
  await join(elsewhere, 'realtime:c', config);
  const received = [countBytes(first), countBytes(second)];
  await app.query(`insert into public.texts values (1, repeat('x', 20000))`);
  await waitFor(() => elsewhere.frames.some(({ event }) => event === 'postgres_changes'));
  await sleep(200);
  const total = received.reduce((sum, bytes) => sum + bytes(), 0);
  expect(total).toBeGreaterThan(10 * 20_000);
  expect(total).toBeLessThan(11 * 20_000);
  // What a channel has held may be used again.
  first.ws.terminate();
  await waitFor(async () => (await third.ask('realtime:c', 'phx_join', { config })).status === 'ok');
});

test('long broadcasts of the only process are not written to a table', async () => {
  const socket = await open();
  await join(socket, 'realtime:l', { broadcast: { ack: true, self: true } });
  for (let n = 0; n < 20; n += 1) {
    const payload = { text: randomBytes(10_000).toString('hex') };
    expect(await socket.ask('realtime:l', 'broadcast', broadcast(payload))).toMatchObject({ status: 'ok' });
  }
  await waitFor(() => socket.frames.filter(({ event }) => event === 'broadcast').length === 20);
  expect(await app.query('select from realtime.large_notifications')).toEqual([]);
});

test('messages by HTTP count like frames', async () => {
  const address = randomAddress();
  const messages = Array.from({ length: 100 }, () => ({ topic: 'h', event: 'e', payload: {} }));
  const statuses: number[] = [];
  for (let n = 0; n < 20; n += 1) {
    const { status } = await fetch(`${app.url}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: { apikey: app.anonKey, 'Content-Type': 'application/json', 'X-Forwarded-For': address },
      body: JSON.stringify({ messages }),
    });
    statuses.push(status);
  }
  expect(statuses.slice(0, 10)).toEqual(statuses.slice(0, 10).map(() => 202));
  expect(statuses).toContain(429);
});
