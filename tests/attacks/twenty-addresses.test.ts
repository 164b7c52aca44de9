import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type Socket, connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFullRun, recordFigure, summarise } from '../support/fault-runs.ts';
import { keepFlooding } from '../support/flood.ts';
import { type RawSocket, openRawSocket } from '../support/raw-socket.ts';
import { randomAddress } from '../support/random-address.ts';
import { residentMb } from '../support/resident-memory.ts';
import { sendTestEnquiry } from '../support/send-enquiry.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';

/** What one address cannot do, twenty cannot either: the site answers, and its memory stays bounded. */
let app: TestApp;
let tokens: string[];
const person = { email: `${randomUUID()}@person.example`, password: 'a long password' };
/** `npm test` runs a short form: the attackers need more of two cores than the site. */
const ADDRESSES = Array.from({ length: isFullRun ? 20 : 5 }, (_, n) => `203.0.113.${n + 1}`);
const ROUNDS = isFullRun ? 5 : 3;
const MAX_MB = 600;
/** The median of `/about`. The short form runs beside other tests. */
const ABOUT_MS = isFullRun ? 250 : 2500;

beforeAll(async () => {
  app = await startTestApp({ sampleContent: true });
  await app.query(
    `insert into public.blog_posts (title, slug, content, status)
     select 'Post ' || n, 'long-post-' || n, repeat(md5(n::text), 1000), 'published' from generate_series(1, 100) n`,
  );
  tokens = [];
  for (let n = 0; n < 4; n += 1) {
    const { data } = await (await app.signIn({ admin: false })).auth.getSession();
    tokens.push(data.session?.access_token ?? '');
  }
  await app.signIn({ admin: false, ...person });
});
afterAll(() => app?.stop());

const bearer = (n: number) => ({ apikey: app.anonKey, Authorization: `Bearer ${tokens[n % tokens.length]}` });

/** Starts an attack from one address; returns the function that ends it. */
type Attack = (address: string, n: number) => Promise<() => Promise<unknown>>;

const flood =
  (path: () => string, headers: (n: number) => Record<string, string> = () => ({})): Attack =>
  (address, n) =>
    keepFlooding(app.url, { address, atOnce: 15, next: () => ({ path: path(), headers: headers(n) }) });

/** Three connections that each ask for large answers and read nothing. */
const unread: Attack = async (address) => {
  const { hostname, port, host } = new URL(app.url);
  const lines = [`Host: ${host}`, `apikey: ${app.anonKey}`, `X-Forwarded-For: ${address}`];
  const request = `GET /rest/v1/blog_posts?select=content&limit=100 HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  const sockets: Socket[] = [];
  for (let n = 0; n < 3; n += 1) {
    const socket = connect(Number(port), hostname).pause();
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(request.repeat(10));
    sockets.push(socket);
  }
  return async () => {
    for (const socket of sockets) socket.destroy();
  };
};

/** Sockets that keep sending frames which grow tenfold when they are parsed. */
const frames: Attack = async (address) => {
  const frame = `["1","2","realtime:a","phx_join",[${'{},'.repeat(15_000)}{}]]`;
  const opened: RawSocket[] = [];
  const sending: NodeJS.Timeout[] = [];
  for (let n = 0; n < 2; n += 1) {
    const socket = await openRawSocket(app.url, { apikey: app.anonKey }, { 'X-Forwarded-For': address });
    opened.push(socket);
    sending.push(setInterval(() => socket.ws.readyState === socket.ws.OPEN && socket.ws.send(frame), 100));
  }
  return async () => {
    for (const timer of sending) clearInterval(timer);
    for (const { ws } of opened) ws.terminate();
  };
};

const ATTACKS: [string, Attack][] = [
  ['frames that grow', frames],
  ['answers that nobody reads', unread],
  ['missing pictures', flood(() => `/storage/v1/object/public/media/${randomUUID()}.png`)],
  ['missing pages', flood(() => `/nope-${randomUUID()}`)],
  ['accounts', flood(() => '/auth/v1/user', bearer)],
  ['checks of the installation', flood(() => '/system/v1/checks', bearer)],
];

test.each(ATTACKS)(`%s, from ${ADDRESSES.length} addresses at once`, async (name, attack) => {
  const { pid } = JSON.parse(readFileSync(join(app.dataFolder, 'running.json'), 'utf8')) as { pid: number };
  const ends = await Promise.all(ADDRESSES.map(attack));
  const times: number[] = [];
  let mostMb = 0;
  const others: unknown[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let n = 0; n < 10; n += 1) {
      const begun = performance.now();
      expect((await fetch(`${app.url}/about`)).status).toBe(200);
      times.push(performance.now() - begun);
      mostMb = Math.max(mostMb, residentMb(pid));
    }
    others.push(await sendTestEnquiry(app, 'A question.', randomAddress()));
    others.push((await app.client().auth.signInWithPassword(person)).error);
  }
  await Promise.all(ends.map((end) => end()));
  recordFigure(`/about, ms: ${name}`, summarise(times));
  recordFigure(`Memory, MB: ${name}`, String(Math.round(mostMb)));
  expect(others).toEqual(Array.from({ length: ROUNDS }, () => [200, null]).flat());
  expect(mostMb).toBeLessThan(MAX_MB);
  expect(times.toSorted((a, b) => a - b)[times.length / 2]).toBeLessThan(ABOUT_MS);
});
