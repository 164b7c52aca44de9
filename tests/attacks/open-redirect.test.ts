import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareTestApp } from '../support/shared-app.ts';
import { linkIn, followLink } from '../support/test-app.ts';
import { type RawAnswer, getRaw, sendRaw } from '../support/raw-http.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';

const app = startForTests(() => shareTestApp());

/** Expects a `Location`, if there is one, to be an absolute address of the site. */
function expectOnSite(target: string, { headers }: Pick<RawAnswer, 'headers'>): void {
  const location = headers['location'];
  if (location === undefined) return;
  expect(location, `the Location for ${JSON.stringify(target)}`).toSatisfy((value: string) =>
    value.startsWith(`${app.url}/`),
  );
  const { origin, pathname } = new URL(location);
  expect([origin, /^\/[/\\]/.test(pathname)], `the Location for ${JSON.stringify(target)}`).toEqual([app.url, false]);
}

const FORMS = [
  '//evil.example/',
  '///evil.example/',
  '/\\evil.example/',
  '\\\\evil.example/',
  '/\\/evil.example/',
  '/%5cevil.example/',
  '/%5Cevil.example/',
  '/%2fevil.example/',
  '/%2f%2fevil.example/',
  '/%5c%5cevil.example/',

  '/x/..//evil.example/',
  '/.//evil.example/',
  '/..//evil.example/',
  '/%2e//evil.example/',
  '/x/%2e%2e//evil.example/',
  '/%09/evil.example/',
  '/%0a/evil.example/',
  '/%0d/evil.example/',
  '/%0d%0aLocation:%20//evil.example/',

  '/%00/evil.example/',
  '/%01//evil.example/',
  '/%7f//evil.example/',
  '/%c2%85//evil.example/',
  '/%e2%80%a8//evil.example/',

  '/;//evil.example/',
  '/about///evil.example/',
  '//evil.example/%2e%2e/',
  '//evil.example/..//',
  '//[::1]/',
  '//evil.example:80/',
  '/%252fevil.example/',
  '/%25%35%63evil.example/',
  '/%/evil.example/',
  '/%ff//evil.example/',
  '//////////',
  '/?x=//evil.example/',
  '/about/?x=//evil.example/',
  '/about/%2f',
  '/about/#//evil.example/',
  '/about/%5c',

  '/services/navigating-india-foreign-trade',
  '/blog?page=1',
  '/blog?q=',
  '/blog/category/%2f%2fevil.example?page=1',
  '/blog/category/%0d%0aX-Y:z?page=1',
  '/blog/category/%E0%A4%A8?page=1',
  '/blog/category/..%2f..%2f..?page=1',
];

test.each(FORMS)('a GET of %j is not redirected to another site', async (target) => {
  const answer = await getRaw(app.url, target);
  expectOnSite(target, answer);
  expect(answer.status).toBeLessThan(500);
});

const piece = fc.constantFrom(
  '/',
  '/',
  '//',
  '\\',
  '.',
  '..',
  ';',
  '@',
  ':',
  '?',
  '#',
  'evil.example',
  'about',
  'blog',
  'auth',
  '%',
  '&',
  '=',
  '%2f',
  '%2F',
  '%5c',
  '%5C',
  '%09',
  '%0a',
  '%0d',
  '%00',
  '%1f',
  '%7f',
  '%25',
  '%2e',
  '%2e%2e',
  '%c2%a0',
  '%ff',
);

test('no generated path is redirected to another site', async () => {
  const generated = fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 8 }), async (pieces) => {
      const target = `/${pieces.join('')}/`;
      expectOnSite(target, await getRaw(app.url, target));
    }),
    { numRuns: 250 },
  );
  await expect(generated).resolves.toBeUndefined();
});

test('the redirects of a renamed post and of a sent form are absolute addresses of the site', async () => {
  const slug = randomUUID();
  const post = { title: 'A move', slug, content: 'Text', status: 'published' as const };
  const { data } = await app.service.from('blog_posts').insert(post).select('id').single().throwOnError();
  await app.service
    .from('blog_posts')
    .update({ slug: `${slug}-new` })
    .eq('id', data.id)
    .throwOnError();
  const moved = await getRaw(app.url, `/blog/${slug}`);
  expect([moved.status, moved.headers['location']]).toEqual([301, `${app.url}/blog/${slug}-new`]);
  const body = 'name=Asha&email=asha%40mills.example&phone=&message=Hello';
  const sent = await sendRaw(
    app.url,
    `POST /contact HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n` +
      `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  expect([sent.status, sent.headers['location']]).toEqual([303, `${app.url}/contact?sent=1`]);
});

test('an answer contains no address with the host of the Host header', async () => {
  for (const host of ['evil.example', 'evil.example:80', `evil.example@${new URL(app.url).host}`, '[::1]']) {
    for (const target of ['/about/', '/', '/blog?page=1', '//x/', '/nothing', '/blog']) {
      const answer = await getRaw(app.url, target, { Host: host, 'X-Forwarded-Host': 'evil.example' });
      expectOnSite(target, answer);
      expect(answer.body.includes('evil.example')).toBe(false);
    }
  }
});

test('a request for another site, as sent to a proxy, is answered with 421, and one for this site is served', async () => {
  expect((await getRaw(app.url, `${app.url}/about`)).status).toBe(200);
  const others = ['http://evil.example/about', 'http://evil.example/about/', 'https://evil.example//x/'];
  for (const target of [...others, 'http://evil.example']) {
    const answer = await getRaw(app.url, target);
    expect([answer.status, answer.headers['location']]).toEqual([421, undefined]);
  }
  expect((await getRaw(app.url, `${app.url}//evil.example/`)).headers['location']).toBeUndefined();
});

test('a recovery link never redirects a session to a path that another host could take over', async () => {
  const email = `${randomUUID()}@person.example`;
  await app.signIn({ admin: true, email });
  const before = app.mails().length;
  const { error } = await app.client().auth.resetPasswordForEmail(email, { redirectTo: `${app.url}//evil.example/` });
  expect(error).toBeNull();
  await expect.poll(() => app.mails().length).toBeGreaterThan(before);
  const link = linkIn(await app.mailTo(email));
  const answer = await followLink(link);
  const location = answer.headers.get('location') ?? '';
  expect(location).toContain('access_token=');
  expect(location.split('#')[0]).toBe(app.url + (location.startsWith(`${app.url}/#`) ? '/' : ''));
});
