import { beforeAll, describe, expect, test } from 'vitest';
import type { RawAnswer } from '../support/raw-http.ts';
import { shareTestApp } from '../support/shared-app.ts';
import { findStylesheet, request, uploadFile } from './requests.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';

const app = startForTests(() => shareTestApp({ sampleContent: true }));
let stylesheet: string;
let upload: string;

beforeAll(async () => {
  stylesheet = await findStylesheet(app.url);
  upload = await uploadFile(app, 'a.txt', 'text');
});

const POST = 'moowr-bonded-factory';
const get = (path: string, headers: Record<string, string> = {}) => request(app.url, path, { headers });
const tagOf = (answer: RawAnswer) => answer.headers['etag'] ?? '';

describe.each([
  ['a page', () => '/about'],
  ['a page with scripts', () => '/blog'],
  ['a post', () => `/blog/${POST}`],
  ['the sitemap', () => '/sitemap.xml'],
  ['a built file', () => stylesheet],
  ['an icon', () => '/favicon.svg'],
  ['an uploaded file', () => upload],
  ['a share image', () => '/share/home.png'],
])('%s', (_kind, path) => {
  test('has a strong ETag that stays the same', async () => {
    const [first, second] = [await get(path()), await get(path())];
    expect(first.status).toBe(200);
    expect(tagOf(first)).toMatch(/^"[\w-]{10,}"$/);
    expect(tagOf(second)).toBe(tagOf(first));
  });

  test('is answered with 304 and no body if the client has it', async () => {
    const whole = await get(path());
    for (const known of [tagOf(whole), `"another", ${tagOf(whole)}`]) {
      const answer = await get(path(), { 'If-None-Match': known });
      expect([answer.status, answer.body, tagOf(answer)]).toEqual([304, '', tagOf(whole)]);
      expect(answer.headers['cache-control']).toBe(whole.headers['cache-control']);
    }
  });

  test('is answered in full if the client has another version', async () => {
    const answer = await get(path(), { 'If-None-Match': '"another"' });
    expect(answer.status).toBe(200);
    expect(answer.body.length).toBeGreaterThan(0);
  });

  test('has the same headers for HEAD, and no body', async () => {
    const [whole, head] = [await get(path()), await request(app.url, path(), { method: 'HEAD' })];
    const { date: _, 'x-request-id': __, ...expected } = whole.headers;
    expect([head.status, head.body]).toEqual([200, '']);
    expect(head.headers).toMatchObject(expected);
    expect(Number(head.headers['content-length'])).toBe(whole.body.length);
  });
});

test('a changed post has a new ETag, and its old ETag is not answered with 304', async () => {
  const before = await get(`/blog/${POST}`);
  await app.service.from('blog_posts').update({ title: 'Another title' }).eq('slug', POST).throwOnError();
  const after = await get(`/blog/${POST}`, { 'If-None-Match': tagOf(before) });
  expect(after.status).toBe(200);
  expect(after.body).toContain('Another title');
  expect(tagOf(after)).not.toBe(tagOf(before));
});

test('only files whose names have a hash are immutable', async () => {
  expect((await get(stylesheet)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const others = ['/', '/about', `/blog/${POST}`, '/favicon.svg', '/site.webmanifest', '/robots.txt', '/no-such-page'];
  for (const path of [...others, '/assets/no-such-file.js', '/share/home.png']) {
    const caching = (await get(path)).headers['cache-control'] ?? '';
    expect(caching, path).not.toContain('immutable');
    expect(Number(/max-age=(\d+)/.exec(caching)?.[1] ?? 0), path).toBeLessThanOrEqual(86_400);
  }
});

test.each(['/auth', '/admin', '/auth.data', '/admin.data'])(
  '%s has no-store and is never answered with 304',
  async (path) => {
    const conditions: Record<string, string>[] = [
      {},
      { 'If-None-Match': '*' },
      { 'If-Modified-Since': new Date().toUTCString() },
    ];
    for (const headers of conditions) {
      const answer = await get(path, headers);
      expect(answer.status).toBe(200);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect([answer.headers['etag'], answer.headers['last-modified']]).toEqual([undefined, undefined]);
    }
  },
);

test('a share image is cached for a day, and for a minute where the picture of the post could not be loaded', async () => {
  const featured_image_url = `${app.url}/storage/v1/object/public/media/none.png`;
  const post = {
    title: 'A title',
    slug: 'without-its-picture',
    status: 'published',
    content: 'Text',
    featured_image_url,
  };
  await app.service.from('blog_posts').insert(post).throwOnError();
  const cachedFor = async (path: string) => (await get(path)).headers['cache-control'];
  expect(await cachedFor('/share/home.png')).toBe('public, max-age=86400');
  expect(await cachedFor('/share/blog/without-its-picture.png')).toBe('public, max-age=60');
});

test.each(['/auth', '/no-such-page', '/about/', '/share/none.png', '/rest/v1/categories'])(
  'HEAD %s has the status and headers of GET, and no body',
  async (path) => {
    const [whole, head] = [await get(path), await request(app.url, path, { method: 'HEAD' })];
    expect([head.status, head.body]).toEqual([whole.status, '']);
    for (const name of ['content-type', 'cache-control', 'location', 'etag', 'content-security-policy']) {
      expect(head.headers[name], name).toBe(whole.headers[name]);
    }
  },
);
