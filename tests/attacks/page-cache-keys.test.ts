import { expect, test } from 'vitest';
import { setTitlesUnnotified } from '../server/database.ts';
import { startTestApp } from '../support/test-app.ts';
import { getRaw } from '../support/raw-http.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';

const app = startForTests(() => startTestApp({ sampleContent: true, smtp: false }));

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
  expect((await get('/blog?page=1')).headers.get('location')).toBe(`${app.url}/blog`);
  expect(await shows('/blog?q=EPCG&page2=1', 'value="EPCG"')).toBe(true);
  expect((await get('/blog/category/customs-and-gst?page=1')).headers.get('location')).toBe(
    `${app.url}/blog/category/customs-and-gst`,
  );
});

// More than a thousand pages are rendered.
test('neither many parameter values nor other spellings of a path evict cached pages', async () => {
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
}, 60_000);

test('a path with capitals is redirected to lower case, and an unknown path is a 404', async () => {
  for (const [spelled, right] of [
    ['/About', '/about'],
    ['/BLOG?page=2', '/blog?page=2'],
    ['/Services/Customs-Compliance', '/services/customs-compliance'],
    ['/blog/MOOWR-bonded-factory', '/blog/moowr-bonded-factory'],
    ['/Admin', '/admin'],
    ['/AUTH', '/auth'],
    ['/RSS.xml', '/rss.xml'],
  ] as const) {
    const answer = await get(spelled);
    expect(answer.status, spelled).toBe(301);
    expect(new URL(answer.headers.get('location') ?? '', app.url).href, spelled).toBe(app.url + right);
  }
  const unknown = await get('/No-Such-Page');
  expect(unknown.status).toBe(404);
  expect(await unknown.text()).toContain('location.pathname');
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
