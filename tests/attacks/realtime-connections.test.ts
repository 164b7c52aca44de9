import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { randomAddress } from '../support/random-address.ts';
import { type RawSocket, openRawSocket } from '../support/raw-socket.ts';
import { OPEN_REALTIME } from '../support/realtime.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';

let app: TestApp;
const sockets: RawSocket[] = [];

beforeAll(async () => {
  app = await startTestApp({ smtp: false, env: OPEN_REALTIME });
  await app.query(`create table public.bulk (id int primary key, body text); grant select on public.bulk to anon;
    alter publication supabase_realtime add table public.bulk`);
});
afterEach(() => sockets.splice(0).forEach(({ ws }) => ws.terminate()));
afterAll(() => app?.stop());

async function open(params: Record<string, string> = {}, address = randomAddress()): Promise<RawSocket> {
  const socket = await openRawSocket(app.url, { apikey: app.anonKey, ...params }, { 'X-Forwarded-For': address });
  sockets.push(socket);
  return socket;
}
/** Runs work many times, ten at once. */
async function inTurns<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  while (results.length < count) results.push(...(await Promise.all(Array.from({ length: 10 }, work))));
  return results;
}
function messages(count: number, text: string): string {
  return JSON.stringify({
    messages: Array.from({ length: count }, () => ({ topic: 'a', event: 'e', payload: { text } })),
  });
}
const BULK = { config: { postgres_changes: [{ event: '*', schema: 'public', table: 'bulk' }] } };

describe('a connection', () => {
  test.each([{ apikey: '' }, { apikey: 'wrong' }, { apikey: 'a.b.c' }])(
    'with the key $apikey is refused',
    async (params) => {
      await expect(open(params)).rejects.toThrow('401');
    },
  );

  test('with another version is refused', async () => {
    await expect(open({ vsn: '3.0.0' })).rejects.toThrow('400');
  });

  test('to another path, or for another protocol, is answered as an ordinary request', async () => {
    const statusOf = (path: string, upgrade: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const sent = request(app.url + path, { headers: { Connection: 'Upgrade', Upgrade: upgrade } }, (answer) => {
          resolve(answer.resume().statusCode);
        });
        sent.on('error', reject).end();
      });
    expect(await statusOf('/', 'websocket')).toBe(200);
    expect(await statusOf('/', 'h2c')).toBe(200);
    expect(await statusOf('/realtime/v1/websocket', 'h2c')).toBe(426);
    expect(await statusOf('/realtime/v1/other', 'websocket')).toBe(401);
  });

  test('of one address is one of at most 100', async () => {
    const address = randomAddress();
    for (let n = 0; n < 100; n += 1) await open({}, address);
    await expect(open({}, address)).rejects.toThrow('429');
    await open();
    sockets[0]?.ws.terminate();
    await waitFor(() =>
      open({}, address).then(
        () => true,
        () => false,
      ),
    );
  });
});

test('attempts to connect, and requests to broadcast, are limited for an address', async () => {
  const address = randomAddress();
  const openWrongly = () => open({ apikey: 'wrong' }, address).catch((error: Error) => error.message);
  const answers = await inTurns(330, openWrongly);
  expect(answers.filter((status) => status === '401')).toHaveLength(300);
  expect(answers.filter((status) => status === '429')).toHaveLength(30);
  const post = async () => {
    const answer = await fetch(`${app.url}/realtime/v1/api/broadcast/a/events/e`, {
      method: 'POST',
      headers: { apikey: app.anonKey, 'Content-Type': 'application/json', 'X-Forwarded-For': address },
      body: '{}',
    });
    return answer.status;
  };
  const statuses = await inTurns(620, post);
  expect(statuses.filter((status) => status === 202)).toHaveLength(600);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
});

test.each([
  ['without a key', '/api/broadcast', { apikey: '' }, '{"messages":[]}', 401],
  ['with a token that is none', '/api/broadcast', { Authorization: 'Bearer x' }, '{"messages":[]}', 401],
  ['without messages', '/api/broadcast', {}, '{"messages":[]}', 400],
  ['without JSON', '/api/broadcast', {}, '{', 400],
  ['with too many messages', '/api/broadcast', {}, messages(101, 'x'), 400],
  ['with a long topic', '/api/broadcast', {}, `{"messages":[{"topic":"${'x'.repeat(256)}","event":"e"}]}`, 400],
  ['with a large message', '/api/broadcast', {}, messages(1, 'x'.repeat(257 * 1024)), 413],
  ['larger than a body may be', '/api/broadcast', {}, messages(1, 'x'.repeat(1024 * 1024)), 413],
  ['to store a public message', '/api/broadcast/a/events/e?persist=true', {}, '{}', 400],
  ['to another endpoint', '/api/tenants', {}, '{}', 404],
] as const)('a broadcast by HTTP %s is refused', async (_how, path, headers, body, status) => {
  const answer = await fetch(`${app.url}/realtime/v1${path}`, {
    method: 'POST',
    headers: { apikey: app.anonKey, 'Content-Type': 'application/json', ...headers },
    body,
  });
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ message: expect.any(String), error: expect.any(String) });
});

describe('frames', () => {
  test.each(['', 'null', '{}', '[1,2]', '["1","1","realtime:a","phx_join"', '['.repeat(200), '[{},"1","a","b",{}]'])(
    'the malformed text %s closes the connection',
    async (text) => {
      const socket = await open();
      socket.ws.send(text);
      await waitFor(() => socket.closed() !== undefined);
      expect(socket.closed()).toBe(1007);
    },
  );

  test.each(['[]', '{"topic":1,"event":"phx_join"}', 'x'])(
    'version 1.0.0: the malformed text %s closes it',
    async (text) => {
      const socket = await open({ vsn: '1.0.0' });
      socket.ws.send(text);
      await waitFor(() => socket.closed() !== undefined);
      expect(socket.closed()).toBe(1007);
    },
  );

  test.each([
    Buffer.alloc(0),
    Buffer.from([3]),
    Buffer.from([3, 255, 255, 255, 255, 255, 1, 1]),
    Buffer.from([9, 1, 2]),
  ])('the malformed bytes %s close the connection', async (bytes) => {
    const socket = await open();
    socket.ws.send(bytes);
    await waitFor(() => socket.closed() !== undefined);
    expect(socket.closed()).toBe(1007);
  });

  test('larger than the limit close the connection', async () => {
    const socket = await open();
    socket.send(null, '1', 'phoenix', 'heartbeat', { filling: 'x'.repeat(256 * 1024) });
    await waitFor(() => socket.closed() !== undefined);
    expect(socket.closed()).toBe(1009);
  });

  test('in a flood close the connection', async () => {
    const socket = await open();
    for (let n = 0; n < 3000; n += 1) socket.send(null, String(n), 'phoenix', 'heartbeat', {});
    await waitFor(() => socket.closed() !== undefined);
    expect(socket.closed()).toBe(1008);
    expect(socket.frames.length).toBeLessThan(1500);
  });

  test.each([
    ['topic', 'phoenix-like', {}],
    ['topic', 'realtime:', {}],
    ['topic', `realtime:${'x'.repeat(250)}`, {}],
    ['payload', 'realtime:a', null],
    ['payload', 'realtime:a', { config: { postgres_changes: 'all' } }],
    ['payload', 'realtime:a', { config: { postgres_changes: [{ event: 'TRUNCATE' }] } }],
    ['payload', 'realtime:a', { config: { postgres_changes: Array.from({ length: 21 }, () => ({ event: '*' })) } }],
    ['payload', 'realtime:a', { config: { presence: { key: 'x'.repeat(300) } } }],
    ['payload', 'realtime:a', { access_token: 5 }],
  ])('a join with a wrong %s is refused: %s %j', async (_what, topic, payload) => {
    const socket = await open();
    expect(await socket.ask(topic, 'phx_join', payload)).toMatchObject({ status: 'error' });
    expect(await socket.ask('phoenix', 'heartbeat', {})).toEqual({ status: 'ok', response: {} });
  });

  test('to a channel that is not joined are refused', async () => {
    const socket = await open();
    const broadcast = { type: 'broadcast', event: 'e', payload: {} };
    expect(await socket.ask('realtime:a', 'broadcast', broadcast)).toMatchObject({ status: 'error' });
    expect((await socket.ask('realtime:a', 'phx_join', {})).status).toBe('ok');
    expect(await socket.ask('realtime:a', 'broadcast', broadcast, 'other')).toMatchObject({ status: 'error' });
    expect(await socket.ask('realtime:a', 'broadcast', { event: 5 })).toMatchObject({ status: 'error' });
    expect(await socket.ask('realtime:a', 'presence', { event: 'hide' })).toMatchObject({ status: 'error' });
    expect(await socket.ask('realtime:a', 'unknown', {})).toMatchObject({ status: 'error' });
  });
});

describe('channels', () => {
  test('of one connection are at most 100, with 100 subscriptions to changes', async () => {
    const socket = await open();
    const changes = Array.from({ length: 20 }, (_, n) => ({
      event: '*',
      schema: 'public',
      table: 'bulk',
      filter: `id=eq.${n}`,
    }));
    for (let n = 0; n < 5; n += 1) {
      expect((await socket.ask(`realtime:c${n}`, 'phx_join', { config: { postgres_changes: changes } })).status).toBe(
        'ok',
      );
    }
    expect(await socket.ask('realtime:c5', 'phx_join', BULK)).toMatchObject({ status: 'error' });
    for (let n = 5; n < 100; n += 1) expect((await socket.ask(`realtime:c${n}`, 'phx_join', {})).status).toBe('ok');
    expect(await socket.ask('realtime:more', 'phx_join', {})).toMatchObject({
      status: 'error',
      response: { reason: 'ChannelRateLimitReached: Too many channels' },
    });
    expect((await socket.ask('realtime:c99', 'phx_leave', {})).status).toBe('ok');
    expect((await socket.ask('realtime:more', 'phx_join', {})).status).toBe('ok');
  });

  test('a second join of a topic ends the first', async () => {
    const socket = await open();
    expect((await socket.ask('realtime:a', 'phx_join', BULK, '1')).status).toBe('ok');
    expect((await socket.ask('realtime:a', 'phx_join', BULK, '2')).status).toBe('ok');
    expect(socket.frames.find(({ event }) => event === 'phx_close')?.joinRef).toBe('1');
    await app.query(`insert into public.bulk values (-1, 'once')`);
    await waitFor(() => socket.frames.some(({ event }) => event === 'postgres_changes'));
    expect((await socket.ask('phoenix', 'heartbeat', {})).status).toBe('ok');
    expect(socket.frames.filter(({ event }) => event === 'postgres_changes')).toHaveLength(1);
  });
});

test('a client that reads nothing is cut off, and the others go on', async () => {
  const [slow, other] = [await open(), await open()];
  for (const socket of [slow, other]) expect((await socket.ask('realtime:a', 'phx_join', BULK)).status).toBe('ok');
  slow.ws.pause();
  const count = () => other.frames.filter(({ event }) => event === 'postgres_changes').length;
  for (let n = 0; n < 24; n += 1) {
    await app.query(`insert into public.bulk select $1 * 100 + i, repeat('x', 20000) from generate_series(1, 50) i`, [
      n,
    ]);
    await waitFor(() => count() === (n + 1) * 50);
  }
  slow.ws.resume();
  await waitFor(() => slow.closed() !== undefined);
  expect(slow.frames.filter(({ event }) => event === 'postgres_changes').length).toBeLessThan(1200);
  expect(other.closed()).toBeUndefined();
});
