import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { getRaw, sendRaw } from '../support/raw-http.ts';
import { shareTestApp } from '../support/shared-app.ts';
import { setTitlesUnnotified } from './database.ts';
import { findStylesheet, request } from './requests.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';
import { LONG } from '#backend-tests/support/slowness.ts';

const app = startForTests(() => shareTestApp({ sampleContent: true }));
let stylesheet: string;

beforeAll(async () => {
  stylesheet = await findStylesheet(app.url);
});

const get = (path: string, headers: Record<string, string> = {}) => request(app.url, path, { headers });
const encodingOf = async (path: string, accepted: string) =>
  (await get(path, { 'Accept-Encoding': accepted })).headers['content-encoding'];

describe.each([
  ['a page', () => '/about'],
  ['a feed', () => '/rss.xml'],
  ['a built file', () => stylesheet],
])('%s', (_kind, path) => {
  test('has the encoding with the highest q-value', async () => {
    expect(await encodingOf(path(), 'br;q=0, gzip')).toBe('gzip');
    expect(await encodingOf(path(), 'gzip;q=1.0, br;q=0.1')).toBe('gzip');
    expect(await encodingOf(path(), 'br;q=0')).toBeUndefined();
    expect(await encodingOf(path(), '*;q=0')).toBeUndefined();
    expect(await encodingOf(path(), 'gzip;q=0, *')).toBe('br');
  });

  test('has an ETag for each encoding, which gives 304 for this encoding only', async () => {
    const tags = [];
    for (const encoding of ['br', 'gzip', 'identity']) {
      const { headers } = await get(path(), { 'Accept-Encoding': encoding });
      tags.push(headers['etag']);
      const known = { 'Accept-Encoding': encoding, 'If-None-Match': `W/${headers['etag']}` };
      expect((await get(path(), known)).status, encoding).toBe(304);
      const other = encoding === 'br' ? 'gzip' : 'br';
      expect((await get(path(), { ...known, 'Accept-Encoding': other })).status, encoding).toBe(200);
    }
    expect(new Set(tags).size).toBe(3);
  });
});

test('a client of HTTP/1.0 needs no Host header, whether the answer is in memory or not', async () => {
  for (const target of ['/about', '/about', stylesheet, '/blog?q=customs', '/readyz', '/share/home.png']) {
    expect((await sendRaw(app.url, `GET ${target} HTTP/1.0\r\n\r\n`)).status, target).toBe(200);
  }
});

test('the headers from memory are those of the page when it was rendered', async () => {
  const post = { title: 'Not asked for', slug: randomUUID(), content: 'Text', status: 'published' as const };
  await app.service.from('blog_posts').insert(post).throwOnError();
  const page = `/blog/${post.slug}`;
  const rendered = await get(page);
  const { date: _, 'x-request-id': id, ...expected } = rendered.headers;
  // Answers from memory are not counted one by one, so they have no id.
  expect(id).toBeTruthy();
  for (const path of [page, `${page}?utm_source=x`]) {
    const { date: __, ...headers } = (await get(path)).headers;
    expect(headers).toEqual(expected);
  }
});

test('cookies, tokens, other hosts and other languages do not change a page', async () => {
  const plain = await get('/blog');
  const varied = await get('/blog', {
    Cookie: 'session=a',
    Authorization: 'Bearer nobody',
    'Accept-Language': 'hi',
    Range: 'bytes=0-9',
    'X-Forwarded-Host': 'evil.example',
    'Cache-Control': 'no-cache',
    'User-Agent': 'robot',
  });
  expect([varied.status, varied.body]).toEqual([200, plain.body]);
  expect((await getRaw(app.url, '/blog', { Host: 'evil.example' })).body).toBe(plain.body);
});

test('several requests on one connection are answered in their order', async () => {
  const ask = (path: string, method: string, last = '') => `${method} ${path} HTTP/1.1\r\nHost: x\r\n${last}\r\n`;
  const sent = [ask('/about', 'HEAD'), ask('/blog?q=IEC', 'HEAD'), ask('/team', 'HEAD', 'Connection: close\r\n')];
  const { headers, body } = await sendRaw(app.url, sent.join(''));
  const sizes = [headers['content-length'], ...[...body.matchAll(/^content-length: (\d+)/gim)].map(([, size]) => size)];
  const expected = [];
  for (const path of ['/about', '/blog?q=IEC', '/team']) expected.push((await get(path)).headers['content-length']);
  expect(sizes).toEqual(expected);
});

test('a request with a body does not disturb the next one', async () => {
  const first = 'GET /about HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody';
  const { body } = await sendRaw(app.url, `${first}HEAD /team HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(body).toContain(`etag: ${(await get('/team')).headers['etag']}`);
});

// A busy machine takes seconds for each of the three.
test('pages that are asked for are rendered again after a change, before anybody asks', LONG, async () => {
  await get('/blog/category/customs-and-gst');
  let wait = 200;
  const isRenderedAgain = async (path: string) => {
    await app.service.from('blog_posts').update({ title: 'Saved' }).neq('slug', '').throwOnError();
    await sleep((wait *= 1.5));
    await setTitlesUnnotified(app, 'Not rendered');
    return (await get(path)).body.includes('Saved');
  };
  for (const path of ['/', '/blog', '/blog/category/customs-and-gst']) {
    await expect.poll(() => isRenderedAgain(path)).toBe(true);
  }
});

test('the copy of a page whose data cannot be read has its age, and is replaced when it can', async () => {
  const path = '/blog/category/customs-and-gst';
  await get(path);
  await app.query('revoke select on public.blog_posts from anon');
  await app.service.from('categories').insert({ name: 'A change', slug: 'a-change' }).throwOnError();
  const stale = await get(path);
  const again = await get(path, { 'If-None-Match': stale.headers['etag'] ?? '' });
  await app.query('grant select on public.blog_posts to anon');
  expect([stale.status, again.status]).toEqual([200, 304]);
  for (const { headers } of [stale, again]) expect(headers['age']).toMatch(/^\d+$/);
  await expect.poll(async () => (await get(path)).headers['age']).toBeUndefined();
});
