import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { previewLink } from '#site/content/preview-link.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';
import { freezeServer } from '#backend-tests/support/postgres-processes.ts';
import { startTestApp } from '../support/test-app.ts';
import { SLOWNESS } from '#backend-tests/support/slowness.ts';

const app = startForTests(() => startTestApp({ env: { LOG_LEVEL: 'info', SLOW_REQUEST_MS: '1' } }));

async function makeLink(post: object = {}): Promise<{ path: string; token: string; id: string }> {
  const row = { title: 'A secret plan', slug: `p-${randomUUID()}`, content: '<p>Not yet for everybody.</p>', ...post };
  const { data } = await app.service.from('blog_posts').insert(row).select('id').single().throwOnError();
  const made = await app.service.rpc('create_post_preview', { post: data.id }).throwOnError();
  const { token } = made.data as { token: string };
  return { path: `/preview?token=${token}`, token, id: data.id };
}

const get = (path: string) =>
  fetch(app.url + path, { redirect: 'manual', signal: AbortSignal.timeout(15_000 * SLOWNESS) });

const SECRET = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
const headersOf = (response: Response) => Object.fromEntries(response.headers);

test('a draft is shown to who has its link, as readers will see it, with a line that says so', async () => {
  const { path, token } = await makeLink();
  const response = await get(path);
  expect(response.status).toBe(200);
  expect(headersOf(response)).toMatchObject(SECRET);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(response.headers.get('cdn-cache-control')).toBeNull();
  const html = await response.text();
  expect(html).toContain('Not yet for everybody.');
  expect(html).toContain('This is a draft, which is not published.');
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).not.toContain(token);
  for (const listing of ['/sitemap.xml', '/rss.xml', '/blog', '/'])
    expect(await (await get(listing)).text()).not.toContain('A secret plan');
  expect(await (await get('/robots.txt')).text()).toContain('Disallow: /preview');
});

test.each([
  '/preview',
  '/preview?token=',
  '/preview?token=wrong',
  `/preview?token=${'a'.repeat(64)}`,
  '/preview?token=%00',
])('%s is 404 with the headers of the page', async (path) => {
  const response = await get(path);
  expect(response.status).toBe(404);
  expect(headersOf(response)).toMatchObject(SECRET);
  expect(await response.text()).toContain(previewLink.page.ended.heading);
});

test('the link of a published post leads to the post', async () => {
  const slug = `p-${randomUUID()}`;
  const { path } = await makeLink({ status: 'published', slug });
  const response = await get(path);
  expect([response.status, response.headers.get('location')]).toEqual([302, `${app.url}/blog/${slug}`]);
  expect(headersOf(response)).toMatchObject({ 'cache-control': 'no-store' });
});

test('an ended link shows nothing, also to who has opened it before', async () => {
  const { path, id } = await makeLink();
  expect((await get(path)).status).toBe(200);
  await app.service.from('post_previews').delete().eq('post_id', id).throwOnError();
  expect((await get(path)).status).toBe(404);
});

test('while the database does not respond the page is 503 with Retry-After and all its headers, and no log has a token', async () => {
  const { path, token } = await makeLink();
  expect((await get(path)).status).toBe(200);
  const thaw = freezeServer(app.dataFolder);
  try {
    const response = await get(path);
    expect(response.status).toBe(503);
    expect(headersOf(response)).toMatchObject({ ...SECRET, 'retry-after': expect.stringMatching(/^\d+$/) });
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await response.text()).toContain(previewLink.page.unavailable.heading);
  } finally {
    thaw();
  }
  expect(app.process().said()).toContain('/preview');
  expect(app.process().said()).not.toContain(token);
});
