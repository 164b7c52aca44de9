import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { BackendEnv } from './env.ts';
import { RequestError } from './errors.ts';
import { identifyCaller, requireApiKey } from './identify-caller.ts';
import { createKeys, makeSecrets } from './keys.ts';

const keys = createKeys({ ...(await makeSecrets(new Date())), issuer: 'https://firm.example/auth/v1' });
const app = new Hono<BackendEnv>();
app.onError((error, c) => {
  if (!(error instanceof RequestError)) throw error;
  return c.json({ kind: error.kind, message: error.message }, error.status);
});
app.use(requireApiKey(keys), identifyCaller(keys));
app.get('/', (c) => c.json({ caller: c.get('caller'), bearer: c.get('bearer') }));

async function ask(headers: Record<string, string>, path = '/') {
  const response = await app.request(path, { headers });
  return { status: response.status, body: await response.json() };
}

test('a missing and a wrong API key are rejected', async () => {
  expect(await ask({})).toMatchObject({ status: 401, body: { kind: 'missing_api_key' } });
  expect(await ask({ apikey: 'guess' })).toMatchObject({ status: 401, body: { kind: 'invalid_api_key' } });
});

test('the key may be in the query', async () => {
  expect((await ask({}, `/?apikey=${keys.anonKey}`)).status).toBe(200);
});

test('without a bearer token the caller is anonymous with any API key', async () => {
  const { body } = await ask({ apikey: keys.serviceRoleKey });
  expect(body).toEqual({ caller: { role: 'anon', claims: { role: 'anon' } }, bearer: null });
});

test('the bearer token decides the caller', async () => {
  const token = await keys.sign({ sub: 'someone', role: 'authenticated', exp: Date.now() / 1000 + 60 });
  const { body } = await ask({ apikey: keys.anonKey, authorization: `Bearer ${token}` });
  expect(body).toMatchObject({ caller: { role: 'authenticated', claims: { sub: 'someone' } }, bearer: token });
  const service = await ask({ apikey: keys.anonKey, authorization: `bearer ${keys.serviceRoleKey}` });
  expect(service.body).toMatchObject({ caller: { role: 'service_role' } });
});

test('a token without a role is anonymous', async () => {
  const token = await keys.sign({ sub: 'someone' });
  const { body } = await ask({ apikey: keys.anonKey, authorization: `Bearer ${token}` });
  expect(body).toMatchObject({ caller: { role: 'anon' } });
});

test('another role of PostgreSQL is rejected', async () => {
  for (const role of ['backend', 'postgres', 'authenticator', ['anon'], 7]) {
    const token = await keys.sign({ role });
    const answer = await ask({ apikey: keys.anonKey, authorization: `Bearer ${token}` });
    expect(answer, String(role)).toMatchObject({ status: 401, body: { kind: 'bad_jwt' } });
  }
});

test('an expired and a forged token have different errors', async () => {
  const old = await keys.sign({ role: 'authenticated', exp: 1 });
  const expired = await ask({ apikey: keys.anonKey, authorization: `Bearer ${old}` });
  expect(expired.body).toEqual({ kind: 'jwt_claims', message: 'JWT expired' });
  const forged = await ask({ apikey: keys.anonKey, authorization: 'Bearer x.y.z' });
  expect(forged.body).toMatchObject({ kind: 'bad_jwt' });
});
