import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { shareTestApp } from '../support/shared-app.ts';
import { findStylesheet, request } from './requests.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';

const app = startForTests(() => shareTestApp({ sampleContent: true }));

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
  ['/BLOG?page=2', '/blog?page=2'],
  ['/%61bout', '/about'],
  ['/Admin', '/admin'],
  ['/AUTH', '/auth'],
  ['/RSS.xml', '/rss.xml'],
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

test('a post with another slug is the same item of the feed', async () => {
  const posts = app.service.from('blog_posts');
  const post = { title: 'Of the feed', slug: randomUUID(), content: 'Text', status: 'published' as const };
  const { data } = await posts.insert(post).select('id').single().throwOnError();
  const guidOf = async (slug: string) => {
    const { body } = await request(app.url, '/rss.xml');
    return body
      .split('<item>')
      .find((item) => item.includes(`/blog/${slug}<`))
      ?.match(/<guid.*<\/guid>/)?.[0];
  };
  const guid = await guidOf(post.slug);
  expect(guid).toContain('isPermaLink="false"');
  await posts
    .update({ slug: `${post.slug}-new` })
    .eq('id', data.id)
    .throwOnError();
  expect(await guidOf(`${post.slug}-new`)).toBe(guid);
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

/** Lets addresses of an earlier website lead to a new post. */
async function createMovedPost(changes: { status?: string; published_at?: string }, ...paths: string[]) {
  const slug = `imported-${randomUUID()}`;
  const post = { title: 'Imported', slug, content: 'Text', status: 'published', ...changes };
  const { data } = await app.service.from('blog_posts').insert(post).select('id').single().throwOnError();
  const rows = paths.map((path) => ({ path, post_id: data.id }));
  await app.service.from('address_redirects').insert(rows).throwOnError();
  return { id: data.id, slug };
}

test('an address of the earlier website redirects to the present address of its post', async () => {
  const old = `/2019/05/${randomUUID()}`;
  const { id, slug } = await createMovedPost({}, old, `${old}-आयात`);
  expect(await locationOf(old)).toEqual([301, `${app.url}/blog/${slug}`]);
  expect(await locationOf(old.toUpperCase())).toEqual([301, `${app.url}/blog/${slug}`]);
  expect(await locationOf(`${old}-${encodeURIComponent('आयात')}`)).toEqual([301, `${app.url}/blog/${slug}`]);
  expect((await fetch(`${app.url}${old}/?utm_source=x`)).url).toBe(`${app.url}/blog/${slug}`);
  await app.service
    .from('blog_posts')
    .update({ slug: `${slug}-2` })
    .eq('id', id)
    .throwOnError();
  expect(await locationOf(old)).toEqual([301, `${app.url}/blog/${slug}-2`]);
});

test('an address of the earlier website is a 404 while visitors cannot read its post', async () => {
  const [draft, later] = [`/old/${randomUUID()}`, `/old/${randomUUID()}`];
  await createMovedPost({ status: 'draft' }, draft);
  await createMovedPost({ published_at: '2100-01-01T00:00:00Z' }, later);
  expect(await locationOf(draft)).toEqual([404, undefined]);
  expect(await locationOf(later)).toEqual([404, undefined]);
});

test('an address of the earlier website never replaces a page of this one', async () => {
  await createMovedPost({}, '/about', '/services/customs-compliance');
  expect((await locationOf('/about'))[0]).toBe(200);
  expect((await locationOf('/services/customs-compliance'))[0]).toBe(200);
});
