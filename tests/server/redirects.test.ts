import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { findStylesheet, request } from './requests.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ sampleContent: true, smtp: false });
});
afterAll(() => app?.stop());

async function locationOf(path: string): Promise<[status: number, location: string | undefined]> {
  const { status, headers } = await request(app.url, path);
  return [status, headers['location']];
}

test.each([
  ['/about/', '/about'],
  ['/about///', '/about'],
  ['/about/?a=1&b=%20', '/about?a=1&b=%20'],
  ['/blog/moowr-bonded-factory/', '/blog/moowr-bonded-factory'],
  ['/services/customs-compliance/', '/services/customs-compliance'],
  ['/auth/', '/auth'],
  ['/sitemap.xml/', '/sitemap.xml'],
  ['/no-such-page/', '/no-such-page'],
])('a trailing slash of %s redirects to %s', async (path, target) => {
  expect(await locationOf(path)).toEqual([301, app.url + target]);
});

test('the root keeps its slash', async () => {
  expect((await request(app.url, '/')).status).toBe(200);
  expect((await request(app.url, '/?a=1')).status).toBe(200);
});

test.each([
  ['/ABOUT', '/about'],
  ['/Services/Customs-Compliance?a=B', '/services/customs-compliance?a=B'],
  ['/Blog/Moowr-Bonded-Factory', '/blog/moowr-bonded-factory'],
  ['/%61bout', '/about'],
  ['/AUTH', '/auth'],
])('%s redirects to %s', async (path, target) => {
  expect(await locationOf(path)).toEqual([301, app.url + target]);
});

test('an unknown path with capitals is a 404, and so is a file in capitals', async () => {
  const stylesheet = await findStylesheet(app.url);
  for (const path of ['/No-Such-Page', '/FAVICON.SVG', stylesheet.toUpperCase()]) {
    expect(await locationOf(path)).toEqual([404, undefined]);
  }
});

test('a path with capitals and a trailing slash redirects to the page', async () => {
  const answer = await fetch(`${app.url}/About/?a=1`);
  expect([answer.status, answer.url]).toEqual([200, `${app.url}/about?a=1`]);
});

test('the paths of the services are not redirected', async () => {
  for (const path of ['/rest/v1/', '/rest/v1/categories/', '/auth/v1/health/', '/storage/v1/bucket/']) {
    const [status, location] = await locationOf(path);
    expect([status >= 400, location], path).toEqual([true, undefined]);
  }
});

test('the old path of a page renamed in the route table redirects to the page', async () => {
  const [oldPath, path] = ['/services/navigating-india-foreign-trade', '/services/navigating-india-toreign-trade'];
  expect(await locationOf(oldPath)).toEqual([301, app.url + path]);
  expect((await request(app.url, path)).status).toBe(200);
});

test('every old slug of a post redirects to its present slug in one step', async () => {
  const slug = `moved-${randomUUID()}`;
  const posts = app.service.from('blog_posts');
  const post = { title: 'A move', slug: `${slug}-1`, content: 'Text', status: 'published' as const };
  const { data } = await posts.insert(post).select('id').single().throwOnError();
  for (const next of ['2', '3']) {
    await posts
      .update({ slug: `${slug}-${next}` })
      .eq('id', data.id)
      .throwOnError();
  }
  for (const old of ['1', '2']) {
    expect(await locationOf(`/blog/${slug}-${old}`)).toEqual([301, `${app.url}/blog/${slug}-3`]);
  }
  expect((await request(app.url, `/blog/${slug}-3`)).status).toBe(200);
});

test('an old slug of a post that is no longer published is a 404', async () => {
  const slug = `withdrawn-${randomUUID()}`;
  const posts = app.service.from('blog_posts');
  const post = { title: 'Withdrawn', slug, content: 'Text', status: 'published' as const };
  const { data } = await posts.insert(post).select('id').single().throwOnError();
  await posts
    .update({ slug: `${slug}-new` })
    .eq('id', data.id)
    .throwOnError();
  expect((await locationOf(`/blog/${slug}`))[0]).toBe(301);
  await posts.update({ status: 'draft' }).eq('id', data.id).throwOnError();
  expect(await locationOf(`/blog/${slug}`)).toEqual([404, undefined]);
});
