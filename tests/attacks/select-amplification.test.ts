import { afterAll, beforeAll, expect, test } from 'vitest';
import { peakDatabaseMegabytes } from '../support/database-memory.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';
import { getRaw } from '../support/raw-http.ts';

/**
 * A short request must not use gigabytes of memory in PostgreSQL (issue 7, 2), nor a call of a function, which must not
 * keep a connection beyond the time of a statement either.
 */
let app: TestApp;
const MAX_MEGABYTES = 300;

beforeAll(async () => {
  app = await startTestApp();
  await app.query(`insert into public.blog_posts (title, slug, content, status)
    select 'Post ' || n, 'post-' || n, repeat(md5(n::text) || ' ', 600), 'published' from generate_series(1, 10) n`);
  await app.query(`create table public.papers
    (id int primary key, body text, price numeric, size bigint, made timestamptz, data jsonb, raw json, gone text)`);
  await app.query(`insert into public.papers
    select n, repeat(md5(n::text), 640), 1.50, 9007199254740993, '2026-01-01T00:00:00.123Z', '{"b": [1, 2], "a": null}', '{"z":1, "a":2}', null
    from generate_series(1, 1000) n`);
  await app.query('grant select on public.papers to anon');
  await app.query(`create function public.many(count int) returns table (n int, body text) language sql stable
      as $$ select i, repeat('x', 20000) from generate_series(1, count) i $$;
    create function public.long_text(length int) returns text language sql immutable as $$ select repeat('x', length) $$;
    create function public.wait(seconds float) returns void language sql volatile as 'select pg_sleep(seconds)'`);
  await waitFor(async () => (await ask('papers?select=id&limit=1')).status === 200);
});
afterAll(() => app?.stop());

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/rest/v1/${path}`, { headers: { apikey: app.anonKey, ...headers } });
const attack = (path: string, headers: Record<string, string> = {}) =>
  getRaw(app.url, `/rest/v1/${path}`, { apikey: app.anonKey, ...headers });
const repeat = (count: number, write: (n: number) => string, separator = ',') =>
  Array.from({ length: count }, (_, n) => write(n)).join(separator);

test('repeated stars are one star', async () => {
  const one = await (await ask('blog_posts?select=*&order=slug')).text();
  for (const count of [400, 3000]) {
    const { status, body } = await attack(`blog_posts?select=${repeat(count, () => '*')}&order=slug`);
    expect({ count, status }).toEqual({ count, status: 200 });
    expect(body).toContain(one);
  }
  expect(await peakDatabaseMegabytes(app.dataFolder)).toBeLessThan(MAX_MEGABYTES);
});

test.each([
  ['a column under many aliases', () => `papers?select=${repeat(600, (n) => `a${n}:body`)}`],
  ['a cast under many aliases', () => `papers?select=${repeat(400, (n) => `a${n}:body::text`)}`],
  [
    'many columns at every depth',
    () => `categories?select=${repeat(19, (e) => `e${e}:blog_posts(${repeat(25, (n) => `${n}:id`)})`)}`,
  ],
  ['many embedded lists', () => `categories?select=${repeat(100, (n) => `e${n}:blog_posts(content)`)}`],
  ['many conditions', () => repeat(700, () => 'id=gt.0', '&').replace(/^/, 'papers?select=id&')],
  ['a broad tree of conditions', () => `papers?select=id&or=(${repeat(700, () => 'id.eq.0')})`],
  ['a long list of values', () => `papers?select=id&id=in.(${repeat(3000, () => '1')})`],
  ['many terms of order', () => `papers?select=id&order=${repeat(700, () => 'id')}`],
  ['a long path into JSON', () => `papers?select=id&data->${repeat(700, () => 'a', '->')}=eq.1`],
  ['paths into JSON, many times', () => `papers?select=${repeat(190, (n) => `a${n}:data->a->b->c->d->e`)}`],
  [
    'conditions on nested embedded rows',
    () =>
      `categories?select=id,blog_posts(categories(blog_posts(categories(id))))&limit=1&${[
        repeat(20, () => 'blog_posts=not.is.null', '&'),
        repeat(20, () => 'blog_posts.categories=not.is.null', '&'),
        repeat(20, () => 'blog_posts.categories.blog_posts=not.is.null', '&'),
        repeat(20, () => 'blog_posts.categories.blog_posts.categories=not.is.null', '&'),
      ].join('&')}`,
  ],
])('%s: rejected with 400 PGRST100', async (_what, write) => {
  const path = write();
  expect(path.length).toBeLessThan(8192);
  const { status, body } = await attack(encodeURI(path));
  expect({ status, body }).toEqual({ status: 400, body: expect.stringContaining('"code":"PGRST100"') });
  expect(await peakDatabaseMegabytes(app.dataFolder)).toBeLessThan(MAX_MEGABYTES);
});

test.each([
  ['rows of wide columns', `papers?select=${repeat(3, (n) => `a${n}:body`)}`, {}],
  ['the same as CSV', `papers?select=${repeat(3, (n) => `a${n}:body`)}`, { Accept: 'text/csv' }],
  ['the whole table', 'papers?select=*', {}],
])(
  '%s: an answer over the byte limit is rejected with 400 54000 and uses little memory',
  async (_what, path, headers) => {
    const { status, body } = await attack(path, headers);
    expect({ status, body }).toEqual({ status: 400, body: expect.stringContaining('"code":"54000"') });
    expect(await peakDatabaseMegabytes(app.dataFolder)).toBeLessThan(MAX_MEGABYTES);
  },
);

test('a request within the limits gets every value, type and key', async () => {
  const columns = ['id', 'price', 'size', 'made', 'data', 'raw', 'gone', 'body'];
  const chosen = Array.from({ length: 200 }, (_, n) => ({ key: `k${n}`, column: columns[n % columns.length] ?? '' }));
  const select = chosen.map(({ key, column }) => `${key}:${column}`).join();
  const asService = { apikey: app.serviceRoleKey, Authorization: `Bearer ${app.serviceRoleKey}` };
  const response = await ask(`papers?select=${select}&order=id&limit=5`, asService);
  expect(response.status).toBe(200);
  const text = await response.text();
  const rows = JSON.parse(text) as Record<string, unknown>[];
  expect(rows).toHaveLength(5);
  expect(Object.keys(rows[0] ?? {})).toEqual(chosen.map(({ key }) => key));
  expect(text).toContain('"k1" : 1.50');
  expect(text).toContain('"k2" : 9007199254740993');
  const [paper] = await app.query('select * from public.papers where id = 1');
  const expected: Record<string, unknown> = {
    ...paper,
    price: 1.5,
    size: 9007199254740992,
    made: '2026-01-01T00:00:00.123+00:00',
  };
  for (const { key, column } of chosen) expect(rows[0]?.[key]).toEqual(expected[column]);
  const csv = await (
    await ask(`papers?select=${select}&limit=1&order=id`, { ...asService, Accept: 'text/csv' })
  ).text();
  expect(csv.split('\n')[0]).toBe(chosen.map(({ key }) => key).join());
  expect(await peakDatabaseMegabytes(app.dataFolder)).toBeLessThan(MAX_MEGABYTES);
});

test('a key that is selected twice appears once, with the last value', async () => {
  const { text } = { text: await (await ask('papers?select=id,x:price,gone,x:id&limit=1&order=id')).text() };
  expect(JSON.parse(text)).toEqual([{ id: 1, x: 1, gone: null }]);
  expect(text.match(/"x"/g)).toHaveLength(1);
});

const call = (name: string, given: unknown, init: RequestInit = {}) =>
  fetch(`${app.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { apikey: app.anonKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(given),
    ...init,
  });
const codeOf = async (response: Response) => ((await response.json()) as { code?: string }).code;

test('a result that is too large is an error, and is not joined into one text', async () => {
  for (const [name, given] of [
    ['many', { count: 100_000 }],
    ['long_text', { length: 5_000_000 }],
  ] as const) {
    const response = await call(name, given);
    expect({ name, status: response.status, code: await codeOf(response) }).toEqual({
      name,
      status: 400,
      code: '54000',
    });
  }
  const rows = (await (await call('many?select=n', { count: 5000 })).json()) as unknown[];
  expect(rows).toHaveLength(1000);
  expect(await peakDatabaseMegabytes(app.dataFolder)).toBeLessThan(MAX_MEGABYTES);
});

test('a function that takes too long is ended', async () => {
  const response = await call('wait', { seconds: 60 });
  expect({ status: response.status, code: await codeOf(response) }).toEqual({ status: 500, code: '57014' });
});

test('thousands of arguments, and a long one, are rejected with a short answer', async () => {
  const given = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`argument ${n}`, n]));
  for (const rejected of [given, { ['x'.repeat(900_000)]: 1 }]) {
    const response = await call('many', rejected);
    expect(response.status).toBe(404);
    expect((await response.text()).length).toBeLessThan(2000);
  }
});

test('a body without end of brackets and a body over the limit are rejected', async () => {
  const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  expect((await call('many', null, { body: `{"count":${nested}}` })).status).toBe(400);
  expect((await call('many', { count: 'x'.repeat(1_100_000) })).status).toBe(413);
});

test('anonymous callers have no regular expressions on the rows of a function either', async () => {
  expect((await call('many?body=match.(x%2B)%2By', { count: 1 })).status).toBe(401);
});
