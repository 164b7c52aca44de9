import { POSTS_PER_PAGE } from '#contract/limits.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { setTitlesUnnotified } from './database.ts';
import { request } from './requests.ts';

const NEW = 'Only on newly rendered pages EPCG';

let app: TestApp;

beforeAll(async () => {
  // Of its own: pages that other files ask for often would be rendered again by themselves.
  app = await startTestApp({ sampleContent: true });
  const posts = Array.from({ length: POSTS_PER_PAGE }, (_, n) => ({ title: `Post ${n}`, slug: `post-${n}` }));
  const rows = posts.map((post) => ({ ...post, content: 'Text', status: 'published' as const }));
  await app.service.from('blog_posts').insert(rows).throwOnError();
  for (const path of [...CACHED, '/blog?q=EPCG']) await request(app.url, path);
  await setTitlesUnnotified(app, NEW);
});
afterAll(() => app?.stop());

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
