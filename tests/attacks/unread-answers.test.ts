import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMetrics } from '../support/metrics.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';

/** Answers that a client does not read must not fill the memory. */
let app: TestApp;
const sockets: Socket[] = [];
const POSTS = 100;
const POST_BYTES = 32_000;
const MEGABYTE = 1024 * 1024;

beforeAll(async () => {
  app = await startTestApp();
  await app.query(`insert into public.categories (name, slug) values ('All', 'all')`);
  await app.query(
    `insert into public.blog_posts (title, slug, content, status, category_id)
     select 'Post ' || n, 'post-' || n, repeat(md5(n::text), $1), 'published', (select id from public.categories)
     from generate_series(1, $2) n`,
    [POST_BYTES / 32, POSTS],
  );
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await app?.stop();
});

const ask = (path: string, key = app.anonKey) =>
  fetch(`${app.url}/rest/v1/${path}`, { headers: { apikey: key, Authorization: `Bearer ${key}` } });
const list = (count: number, write: (n: number) => string) => Array.from({ length: count }, (_, n) => write(n)).join();
const residentBytes = async () =>
  readMetrics(await (await fetch(`${app.url}/metrics`)).text()).get('process_resident_memory_bytes') ?? 0;

test('an anonymous caller embeds and repeats as much as a page needs, the service key more', async () => {
  for (const path of [
    `categories?select=${list(12, (n) => `e${n}:blog_posts(id)`)}`,
    `blog_posts?select=${list(24, (n) => `c${n}:id`)}`,
  ]) {
    expect(await (await ask(path)).json()).toMatchObject({ code: 'PGRST100' });
    expect((await ask(path, app.serviceRoleKey)).status).toBe(200);
  }
});

test('an anonymous answer has 4 MiB at most, one with the service key 16 MiB', async () => {
  const path = 'blog_posts?select=a:content,b:content';
  expect(await (await ask(path)).json()).toMatchObject({
    code: '54000',
    message: 'The answer would be larger than 4194304 bytes',
  });
  expect((await (await ask(path, app.serviceRoleKey)).text()).length).toBeGreaterThan(6 * MEGABYTE);
});

/** Opens a connection that sends this many requests for a large answer and reads nothing. */
async function askWithoutReading(count: number, path: string, address: string): Promise<void> {
  const { hostname, port, host } = new URL(app.url);
  const socket = connect(Number(port), hostname).pause();
  sockets.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  const lines = [
    `GET /rest/v1/${path} HTTP/1.1`,
    `Host: ${host}`,
    `apikey: ${app.anonKey}`,
    `X-Forwarded-For: ${address}`,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`.repeat(count));
}

test('answers that one address does not read take bounded memory, and others are served', async () => {
  const path = 'blog_posts?select=content';
  expect((await (await ask(path)).text()).length).toBeGreaterThan(3 * MEGABYTE);
  const before = await residentBytes();
  await askWithoutReading(40, path, '203.0.113.80');
  for (let n = 0; n < 59; n += 1) await askWithoutReading(1, path, '203.0.113.80');
  let most = 0;
  for (let round = 0; round < 20; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    most = Math.max(most, await residentBytes());
    expect((await ask('blog_posts?select=id&limit=1')).status).toBe(200);
  }
  expect((most - before) / MEGABYTE).toBeLessThan(110);
});
