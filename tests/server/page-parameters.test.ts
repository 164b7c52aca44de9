import { POSTS_PER_PAGE } from '#contract/limits.ts';
import { beforeAll, expect, test } from 'vitest';
import { getRaw } from '../support/raw-http.ts';
import { startTestApp } from '../support/test-app.ts';
import { setTitlesUnnotified } from './database.ts';
import { request } from './requests.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';
import { LONG } from '#backend-tests/support/slowness.ts';

const NEW = 'Only on newly rendered pages EPCG';

// Of its own: pages that other files ask for often would be rendered again by themselves.
const app = startForTests(() => startTestApp({ sampleContent: true, smtp: false }));

beforeAll(async () => {
  const posts = Array.from({ length: POSTS_PER_PAGE }, (_, n) => ({ title: `Post ${n}`, slug: `post-${n}` }));
  const rows = posts.map((post) => ({ ...post, content: 'Text', status: 'published' as const }));
  await app.service.from('blog_posts').insert(rows).throwOnError();
  for (const path of [...CACHED, '/blog?q=EPCG']) await request(app.url, path);
  await setTitlesUnnotified(app, NEW);
});

const CACHED = ['/blog', '/blog/moowr-bonded-factory', '/blog/category/customs-and-gst', '/rss.xml'];

test.each(CACHED)('%s is cached', async (path) => {
  const { status, body } = await request(app.url, path);
  expect([status, body.includes(NEW)]).toEqual([200, false]);
});

const isNewlyRendered = async (path: string) => (await request(app.url, path)).body.includes(NEW);

test.each(['/?utm_source=a', '/?page=2'])('%s is the home page without parameters', async (path) => {
  const tagOf = async (target: string) => (await request(app.url, target)).headers['etag'];
  // The clock on the page may go on between the two requests.
  await expect.poll(async () => (await tagOf(path)) === (await tagOf('/'))).toBe(true);
});

test.each([
  '/blog?utm_source=a&utm_medium=b',
  '/blog?PAGE=2',
  '/blog?',
  '/blog/moowr-bonded-factory?page=2',
  '/blog/moowr-bonded-factory?q=EPCG&sent=1',
  '/blog/category/customs-and-gst?q=EPCG',
  '/rss.xml?fbclid=x',
])('%s is answered from the cached page without parameters', async (path) => {
  expect(await isNewlyRendered(path)).toBe(false);
});

test('the redirect of a loader contains no undeclared parameter', async () => {
  const { status, headers } = await request(app.url, '/blog?page=1&utm_source=a');
  expect([status, headers['location']]).toEqual([301, `${app.url}/blog`]);
});

test('a declared parameter has a cached page of its own', async () => {
  expect(await isNewlyRendered('/blog?page=2')).toBe(true);
  await setTitlesUnnotified(app, 'Later');
  expect(await isNewlyRendered('/blog?page=2')).toBe(true);
  expect(await isNewlyRendered('/blog?utm_source=a&page=2')).toBe(true);
  expect((await request(app.url, '/blog?page=2&utm_source=a')).body).not.toContain('Later');
  await setTitlesUnnotified(app, NEW);
});

test('the page after a sent form differs from the form', async () => {
  const [form, sent] = [await request(app.url, '/contact'), await request(app.url, '/contact?sent=1')];
  expect(sent.headers['etag']).not.toBe(form.headers['etag']);
  expect((await request(app.url, '/contact?sent=1&utm_source=a')).headers['etag']).toBe(sent.headers['etag']);
  expect((await request(app.url, '/about?sent=1')).headers['etag']).toBe(
    (await request(app.url, '/about')).headers['etag'],
  );
});

test('a search is rendered for each request', async () => {
  expect(await isNewlyRendered('/blog?q=EPCG')).toBe(true);
  await setTitlesUnnotified(app, 'Later EPCG');
  expect((await request(app.url, '/blog?q=EPCG')).body).toContain('Later EPCG');
});

test('a page rendered after a change is cached again', async () => {
  await setTitlesUnnotified(app, 'First');
  await app.service.from('categories').insert({ name: 'Another', slug: 'another' }).throwOnError();
  expect((await request(app.url, '/blog?utm_source=a')).body).toContain('First');
  await setTitlesUnnotified(app, 'Second');
  for (const path of ['/blog', '/blog?utm_source=b']) {
    expect((await request(app.url, path)).body, path).toContain('First');
  }
});

const get = (path: string, init: RequestInit = {}) => fetch(app.url + path, { redirect: 'manual', ...init });

test('an undeclared parameter does not change a page and does not appear in it', async () => {
  for (const path of [
    '/about',
    '/team',
    '/blog',
    '/blog/moowr-bonded-factory',
    '/services',
    '/rss.xml',
    '/sitemap.xml',
  ]) {
    const plain = await get(path);
    for (const query of ['?page2=7', '?utm_source=mark-of-campaign', '?__proto__=mark-of-campaign', '?sent2']) {
      const marked = await get(path + query);
      expect(marked.status, path + query).toBe(200);
      expect(marked.headers.get('etag'), path + query).toBe(plain.headers.get('etag'));
      expect((await marked.text()).includes('mark-of-campaign')).toBe(false);
    }
  }
  const [about, paged] = [await get('/about'), await get('/about?page=3')];
  expect(paged.headers.get('etag')).toBe(about.headers.get('etag'));
});

test('a declared parameter decides what a page shows', async () => {
  const shows = async (path: string, words: string) => (await (await get(path)).text()).includes(words);
  expect(await shows('/contact?sent=1', 'Message Sent Successfully!')).toBe(true);
  expect(await shows('/contact', 'Message Sent Successfully!')).toBe(false);
  expect((await get('/blog?page=999')).status).toBe(404);
  expect((await get('/blog?page=x')).status).toBe(404);
  expect(await shows('/blog?q=EPCG&page2=1', 'value="EPCG"')).toBe(true);
  expect((await get('/blog/category/customs-and-gst?page=1')).headers.get('location')).toBe(
    `${app.url}/blog/category/customs-and-gst`,
  );
});

// More than a thousand pages are rendered.
test('neither many parameter values nor other spellings of a path evict cached pages', LONG, async () => {
  const kept = async () => (await get('/blog')).headers.get('etag');
  const before = await kept();
  await setTitlesUnnotified(app, 'Shown only by a newly rendered page');
  for (let n = 0; n < 1100; n += 20) {
    const wave = Array.from({ length: 20 }, (_, i) => n + i);
    await Promise.all(
      wave.map(async (i) => {
        await (await get(i % 2 ? `/about?page=${i}` : `/contact?sent=${i}`)).arrayBuffer();
      }),
    );
  }
  expect(await kept()).toBe(before);
  for (const spelled of ['/%61bout', '/%74eam', '/te%61m', '/%73ervices']) {
    const answer = await getRaw(app.url, spelled);
    expect([301, 308, 400, 404], spelled).toContain(answer.status);
  }
});

test('an aborted request does not break the page for other visitors who wait for it', async () => {
  await app.service.from('categories').insert({ name: 'Empties the cache', slug: 'empties' }).throwOnError();
  const controller = new AbortController();
  const aborted = get('/blog', { signal: controller.signal }).catch(() => null);
  const waiting = Array.from({ length: 5 }, () => get('/blog'));
  setTimeout(() => controller.abort(), 2);
  for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(200);
  await aborted;
  expect((await get('/blog')).status).toBe(200);
});
