import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type Socket, connect } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { readMetrics, sumOf } from '../support/metrics.ts';
import { residentMb } from '../support/resident-memory.ts';
import { beginning } from '../support/resumable.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';

/** Clients that behave badly for a while: `npm run test:fuzz` lets ten times as many come as `npm test`. */
const CLIENTS = Number(process.env['FUZZ_REQUESTS'] ?? 2000) / 20;
const SEED = Number(process.env['FUZZ_SEED'] ?? randomInt(2 ** 31));
const AT_ONCE = 12;
/** A leak of what one client takes ends an app with a small heap, or shows as growth. */
const SMALL_HEAP = { NODE_OPTIONS: '--max-old-space-size=256' };
const GROWTH_MB = 150;
const ADDRESSES = 10;

const path = fc.constantFrom(
  '/rest/v1/blog_posts?select=*,categories(*)',
  '/rest/v1/blog_posts?select=content,a:content',
  '/blog',
  '/nope',
  '/storage/v1/object/public/media/none.png',
  '/auth/v1/settings',
);
const frame = fc.oneof(
  fc.constantFrom('[]', '{}', 'null', '[1,2]', '["1","1","phoenix","heartbeat",{}]', '\u0000'),
  fc.nat(100_000).map((size) => `[${'{},'.repeat(size / 3)}{}]`),
  fc
    .record({
      topic: fc.constantFrom('realtime:a', 'realtime:b', 'realtime:c'),
      event: fc.constantFrom('phx_join', 'phx_leave', 'broadcast', 'presence', 'access_token', 'none'),
      payload: fc.oneof(
        fc.json(),
        fc.constant(
          '{"config":{"private":true,"postgres_changes":[{"event":"*","schema":"public","table":"blog_posts"}]}}',
        ),
        fc.constant('{"config":{"private":true,"broadcast":{"self":true},"presence":{"key":"a"}}}'),
        fc.nat(20_000).map((size) => `{"event":"track","payload":{"x":"${'y'.repeat(size)}"}}`),
      ),
    })
    .map(({ topic, event, payload }) => `["1","2","${topic}","${event}",${payload}]`),
);
const client = fc.oneof(
  fc.record({
    kind: fc.constant('socket' as const),
    frames: fc.array(frame, { maxLength: 40 }),
    reads: fc.boolean(),
    ends: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('upload' as const),
    size: fc.nat(300_000),
    pieces: fc.array(fc.record({ offset: fc.nat(300_000), bytes: fc.nat(100_000), stopsAt: fc.nat(100_000) }), {
      maxLength: 5,
    }),
  }),
  fc.record({
    kind: fc.constant('reader' as const),
    paths: fc.array(path, { minLength: 1, maxLength: 30 }),
    readsBytes: fc.nat(100_000),
    ends: fc.boolean(),
  }),
);
type FuzzClient = typeof client extends fc.Arbitrary<infer Generated> ? Generated : never;

let app: TestApp;
let token: string;
/** Connections that stay open, doing nothing, until all clients have come. */
const idle: (() => void)[] = [];

beforeAll(async () => {
  app = await startTestApp({ sampleContent: true, env: { LOG_LEVEL: 'silent', ...SMALL_HEAP } });
  token = (await (await app.signIn({ admin: true })).auth.getSession()).data.session?.access_token ?? '';
});
afterAll(() => app?.stop());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const anyAddress = () => `10.7.7.${randomInt(ADDRESSES)}`;
const leave = (ends: boolean, end: () => void): void => void (ends ? end() : idle.push(end));

async function open(): Promise<Socket> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

async function runSocket({ frames, reads, ends }: FuzzClient & { kind: 'socket' }): Promise<void> {
  const url = `${app.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${app.anonKey}&vsn=2.0.0`;
  const socket = new WebSocket(url, { headers: { 'X-Forwarded-For': anyAddress() } });
  socket.on('error', () => {});
  await Promise.race([once(socket, 'open').catch(() => {}), once(socket, 'close')]);
  if (!reads) socket.pause();
  for (const text of frames) {
    if (socket.readyState !== WebSocket.OPEN) break;
    socket.send(text.replace('"config"', `"access_token":"${token}","config"`));
  }
  await pause(50);
  leave(ends, () => socket.terminate());
}

async function runUpload({ size, pieces }: FuzzClient & { kind: 'upload' }): Promise<void> {
  const headers = { Authorization: `Bearer ${token}`, 'X-Forwarded-For': anyAddress(), 'Tus-Resumable': '1.0.0' };
  const target = { bucket: 'media', key: `${crypto.randomUUID()}.png`, type: 'image/png' };
  const begun = await fetch(`${app.url}/storage/v1/upload/resumable`, {
    method: 'POST',
    headers: { ...headers, ...beginning(target, size) },
  });
  const address = begun.headers.get('location');
  if (!address) return;
  for (const { offset, bytes, stopsAt } of pieces) {
    const socket = await open();
    const lines = Object.entries({
      ...headers,
      Host: new URL(app.url).host,
      'Upload-Offset': offset,
      'Content-Type': 'application/offset+octet-stream',
      'Content-Length': bytes,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`PATCH ${new URL(address, app.url).pathname} HTTP/1.1\r\n${lines.join('')}\r\n`);
    socket.write(Buffer.alloc(Math.min(bytes, stopsAt)));
    await Promise.race([once(socket, 'data').catch(() => {}), pause(100)]);
    socket.destroy();
  }
}

async function runReader({ paths, readsBytes, ends }: FuzzClient & { kind: 'reader' }): Promise<void> {
  const socket = await open();
  const address = anyAddress();
  const lines = [`Host: ${new URL(app.url).host}`, `apikey: ${app.anonKey}`, `X-Forwarded-For: ${address}`];
  socket.write(paths.map((one) => `GET ${one} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`).join(''));
  let bytes = 0;
  socket.on('data', (part) => {
    bytes += part.length;
    if (bytes > readsBytes) socket.pause();
  });
  await pause(100);
  leave(ends, () => socket.destroy());
}

function run(one: FuzzClient): Promise<void> {
  if (one.kind === 'socket') return runSocket(one);
  return one.kind === 'upload' ? runUpload(one) : runReader(one);
}

const readApp = async () => readMetrics(await (await fetch(`${app.url}/metrics`)).text());

test(
  `${CLIENTS} sockets, uploads in pieces and readers that stop: the app lives, and gives back what they took`,
  { timeout: 30 * 60_000 },
  async () => {
    console.log(`Fuzz: ${CLIENTS} clients, FUZZ_SEED=${SEED}`);
    const { pid } = JSON.parse(readFileSync(join(app.dataFolder, 'running.json'), 'utf8')) as { pid: number };
    const waiting = fc.sample(client, { numRuns: CLIENTS, seed: SEED });
    await Promise.all(waiting.splice(0, AT_ONCE).map(run));
    const before = residentMb(pid);
    const work = async (): Promise<void> => {
      for (let one = waiting.pop(); one; one = waiting.pop()) await run(one);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect((await fetch(`${app.url}/about`)).status).toBe(200);
    for (const end of idle) end();
    await waitFor(async () => {
      const values = await readApp();
      return sumOf(values, 'caller_held') === 0 && sumOf(values, 'caller_requests') === 0;
    });
    await waitFor(() => residentMb(pid) <= before + GROWTH_MB);
    console.log(`Fuzz: ${Math.round(before)} MB before, ${Math.round(residentMb(pid))} MB after.`);
  },
);
