import { beforeAll, expect, test } from 'vitest';
import type { Caller } from '../database/as-caller.ts';
import { type Keys, createKeys, makeSecrets } from '../http/keys.ts';
import { RestError } from './errors.ts';
import { createReadInProcess } from './read-in-process.ts';
import type { RequestOrigin } from './routes.ts';

const URL_OF_POSTS = new URL('https://firm.example/rest/v1/blog_posts?select=id&limit=2');
let keys: Keys;
beforeAll(async () => {
  keys = createKeys({ ...(await makeSecrets(new Date())), issuer: 'https://firm.example/auth/v1' });
});

/** Reads with the headers, and returns the answer and what was run. */
async function read(headers: Record<string, string>, url = URL_OF_POSTS, error?: Error) {
  const ran: { relation: string; search: string; caller: Caller; origin: RequestOrigin }[] = [];
  const reported: unknown[] = [];
  const readInProcess = createReadInProcess(
    async ({ relation, search }, caller, origin) => {
      ran.push({ relation, search, caller, origin });
      if (error) throw error;
      return { status: 206, headers: { 'Content-Range': '0-1/5' }, body: '[{"id":"ü"}]' };
    },
    keys,
    (cause) => reported.push(cause),
  );
  return { response: await readInProcess(url, new Headers(headers)), ran, reported };
}

test('a read runs as its caller in process, and its answer can be read as text and as JSON', async () => {
  const { response, ran } = await read({ apikey: keys.anonKey, Authorization: `Bearer ${keys.serviceRoleKey}` });
  expect(ran).toMatchObject([
    {
      relation: 'blog_posts',
      search: 'select=id&limit=2',
      caller: { role: 'service_role' },
      origin: { path: '/rest/v1/blog_posts', isInProcess: true, headers: { apikey: keys.anonKey } },
    },
  ]);
  expect(response?.status).toBe(206);
  expect(response?.ok).toBe(true);
  expect(response?.headers.get('content-range')).toBe('0-1/5');
  expect(await response?.text()).toBe('[{"id":"ü"}]');
  expect(await response?.json()).toEqual([{ id: 'ü' }]);
  expect(new TextDecoder().decode(await response?.arrayBuffer())).toBe('[{"id":"ü"}]');
});

test('without a token the caller is anonymous', async () => {
  const { ran } = await read({ apikey: keys.anonKey });
  expect(ran).toMatchObject([{ caller: { role: 'anon' } }]);
});

test.each([
  ['without an API key', {}],
  ['with a wrong API key', { apikey: 'wrong' }],
  ['with a wrong token', { apikey: 'KEY', Authorization: 'Bearer a.b.c' }],
])('a read %s is answered with 401 and runs nothing', async (_, headers: Record<string, string>) => {
  const known = headers['apikey'] === 'KEY' ? { ...headers, apikey: keys.anonKey } : headers;
  const { response, ran } = await read(known);
  expect(response?.status).toBe(401);
  expect(ran).toEqual([]);
});

test('an error is answered in the form of the wire, and only those of the server are reported', async () => {
  const headers = { apikey: keys.anonKey };
  const unknown = await read(
    headers,
    URL_OF_POSTS,
    new RestError('TableNotFound', { schema: 'public', name: 'posts' }),
  );
  expect(unknown.response?.status).toBe(404);
  expect(await unknown.response?.json()).toMatchObject({ code: 'PGRST205' });
  expect(unknown.reported).toEqual([]);
  const broken = await read(headers, URL_OF_POSTS, new Error('a bug'));
  expect(broken.response?.status).toBe(500);
  expect(await broken.response?.text()).not.toContain('a bug');
  expect(broken.reported).toHaveLength(1);
});

test.each(['/rest/v1/rpc/sum', '/rest/v1/', '/rest/v1/a%20b', '/auth/v1/user'])(
  '%s is left to the routes',
  async (path) => {
    const { response } = await read({ apikey: keys.anonKey }, new URL(path, URL_OF_POSTS));
    expect(response).toBeNull();
  },
);
