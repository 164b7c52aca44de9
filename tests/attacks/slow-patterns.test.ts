import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareTestApp } from '../support/shared-app.ts';
import type { Client, TestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { getRaw, sendRaw } from '../support/raw-http.ts';

/** No client can keep the database busy with patterns or many concurrent requests (issue 7, 5). */
let app: TestApp;
let person: Client;

beforeAll(async () => {
  app = await shareTestApp();
  person = await app.signIn({ admin: false });
  await app.query(`insert into public.blog_posts (title, slug, content, status)
    select 'Post', 'post-' || n, repeat(md5(n::text), 600), 'published' from generate_series(1, 5) n`);
  await app.query('create view public.slow as select 1 as id, pg_sleep(0.5)::text as slept');
  await app.query('grant select on public.slow to anon');
  await waitFor(async () => (await read('slow')).status === 200);
});
afterAll(async () => {
  await app?.query('drop view if exists public.slow');
  await app?.stop();
});

const read = (path: string, headers: Record<string, string> = {}, signal?: AbortSignal) =>
  fetch(`${app.url}/rest/v1/${path}`, { headers: { apikey: app.anonKey, ...headers }, signal });

const EXPONENTIAL = encodeURIComponent('^(.*)(.*)(.*)\\1\\2\\3$');
const QUOTED = encodeURIComponent('"^(.*)(.*)(.*)\\\\1\\\\2\\\\3$"');

test.each([
  ['in a filter', `blog_posts?content=match.${EXPONENTIAL}`],
  ['case-insensitive', `blog_posts?content=imatch.${EXPONENTIAL}`],
  ['negated', `blog_posts?content=not.match.${EXPONENTIAL}`],
  ['any of several patterns', `blog_posts?content=match(any).{a,b}`],
  ['all of several patterns', `blog_posts?content=imatch(all).{a,b}`],
  ['within or', `blog_posts?or=(id.is.null,content.match.${QUOTED})`],
  ['nested within not.and', `blog_posts?not.and=(id.is.null,or(id.is.null,not.and(content.not.imatch.${QUOTED})))`],
  ['on an embedded list', `categories?select=blog_posts(id)&blog_posts.content=match.${EXPONENTIAL}`],
  ['on an embedded list, within or', `categories?select=b:blog_posts(id)&b.or=(content.match.${QUOTED})`],
  ['on a JSON value', `blog_posts?content->>0=match.${EXPONENTIAL}`],
])('an anonymous caller cannot use a regular expression: %s', async (_what, path) => {
  const { status, headers, body } = await getRaw(app.url, `/rest/v1/${path}`, { apikey: app.anonKey });
  expect({ status, body }).toEqual({
    status: 401,
    body: expect.stringMatching(/"code":"42501".*"message":"permission denied for operator i?match"/),
  });
  expect(headers['www-authenticate']).toBe('Bearer');
});

test.each(['HEAD', 'PATCH', 'DELETE'])('%s rejects a regular expression of an anonymous caller', async (method) => {
  const head = `${method} /rest/v1/blog_posts?content=match.${EXPONENTIAL} HTTP/1.1\r\nHost: x\r\nConnection: close`;
  const request = `${head}\r\napikey: ${app.anonKey}\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n{"title":"x"}`;
  expect((await sendRaw(app.url, request)).status).toBe(401);
});

test('a signed-in user can use regular expressions, but not back-references', async () => {
  const slugs = person.from('blog_posts').select('slug').order('slug');
  expect((await slugs.filter('slug', 'match', '^post-[12]$')).data).toEqual([{ slug: 'post-1' }, { slug: 'post-2' }]);
  const rejected = await person.from('blog_posts').select('id').filter('content', 'match', '^(.*)(.*)(.*)\\1\\2\\3$');
  expect(rejected).toMatchObject({
    status: 400,
    error: { code: 'PGRST100', message: 'Back-references are not supported' },
  });
});

test('patterns and text searches over the length limits are rejected', async () => {
  for (const path of [
    `blog_posts?select=id&content=like.*a${'_'.repeat(3000)}z*`,
    `blog_posts?select=id&content=ilike(any).{${Array.from({ length: 900 }, () => '*a*').join()}}`,
    `blog_posts?select=id&search=fts.${Array.from({ length: 1000 }, (_, n) => `w${n}`).join('|')}`,
    `blog_posts?select=id&or=(${Array.from({ length: 90 }, () => 'content.fts.a').join()})`,
  ]) {
    const response = await read(path);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'PGRST100' });
  }
});

test('concurrent requests of one address are limited with 429 and Retry-After, and other addresses are served', async () => {
  const statuses: number[] = [];
  const rejected: Response[] = [];
  const giveUp = new AbortController();
  const flood = Array.from({ length: 220 }, async () => {
    const answer = await read('slow', { 'X-Forwarded-For': '203.0.113.7' }, giveUp.signal);
    statuses.push(answer.status);
    if (answer.status === 429) rejected.push(answer);
  });
  const other = read('categories', { 'X-Forwarded-For': '203.0.113.8' });
  await waitFor(() => rejected.length > 0 && statuses.includes(200));
  expect(rejected[0]?.headers.get('retry-after')).toBe('1');
  expect(await rejected[0]?.json()).toEqual({
    code: 'over_request_rate_limit',
    details: null,
    hint: null,
    message: 'Too many requests at once',
  });
  expect((await other).status).toBe(200);
  giveUp.abort();
  await Promise.allSettled(flood);
  // As soon as the server has noticed that the connections are closed.
  await waitFor(async () => (await read('categories', { 'X-Forwarded-For': '203.0.113.7' })).status === 200);
});
