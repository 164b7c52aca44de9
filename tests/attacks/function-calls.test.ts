import { afterAll, beforeAll, expect, test } from 'vitest';
import { peakDatabaseMegabytes } from '../support/database-memory.ts';
import { type TestApp, startTestApp } from '../support/test-app.ts';
import { waitFor } from '../support/wait-for.ts';

/** A call of a function must not use gigabytes, nor keep a connection beyond the time of a statement. */
let app: TestApp;
const MAX_MEGABYTES = 300;

beforeAll(async () => {
  app = await startTestApp();
  await app.query(`create function public.many(count int) returns table (n int, body text) language sql stable
      as $$ select i, repeat('x', 20000) from generate_series(1, count) i $$;
    create function public.long_text(length int) returns text language sql immutable as $$ select repeat('x', length) $$;
    create function public.wait(seconds float) returns void language sql volatile as 'select pg_sleep(seconds)'`);
  await waitFor(async () => (await call('many', { count: 1 })).status === 200);
});
afterAll(() => app?.stop());

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
