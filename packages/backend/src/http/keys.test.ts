import { createHmac } from 'node:crypto';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { createKeys, makeSecrets } from './keys.ts';

const START = new Date('2026-11-21T09:00:00Z');
const secrets = await makeSecrets(START);
const clock = { now: START };
const keys = createKeys({ ...secrets, issuer: 'https://firm.example/auth/v1', now: () => clock.now });
const seconds = START.getTime() / 1000;

function hs256(claims: object, secret = secrets.jwtSecret, header: object = { alg: 'HS256', typ: 'JWT' }): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

test('a signed token verifies here and with the public keys', async () => {
  const token = await keys.sign({ sub: 'someone', exp: seconds + 60 });
  expect((await keys.verify(token)).claims).toMatchObject({ sub: 'someone', iss: 'https://firm.example/auth/v1' });
  const byOthers = await jwtVerify(token, createLocalJWKSet(keys.jwks()), { currentDate: START });
  expect(byOthers.protectedHeader).toMatchObject({ alg: 'ES256', kid: secrets.jwk.kid });
});

test('the published keys contain no private key', () => {
  expect(JSON.stringify(keys.jwks())).not.toContain(secrets.jwk.d);
  expect(Object.keys(keys.jwks().keys[0] ?? {})).not.toContain('d');
});

test('a token is valid for 30 seconds after it expires, and then an error of claims', async () => {
  const token = await keys.sign({ exp: seconds });
  clock.now = new Date(START.getTime() + 29_000);
  expect((await keys.verify(token)).error).toBeNull();
  clock.now = new Date(START.getTime() + 31_000);
  expect((await keys.verify(token)).error).toEqual({ kind: 'claims', message: 'JWT expired' });
  clock.now = START;
});

test.each([
  ['a.b', 'Expected 3 parts in JWT; got 2'],
  ['a.b.c', 'JWT cryptographic operation failed'],
  ['é.ü.ß', 'JWT cryptographic operation failed'],
  [hs256({ role: 'service_role' }, 'another secret'), 'JWT cryptographic operation failed'],
  [hs256({ role: 'service_role' }, '', { alg: 'none' }), 'No suitable key or wrong key type'],
  [hs256({ role: 'service_role' }, secrets.jwtSecret, { alg: 'HS512' }), 'No suitable key or wrong key type'],
])('a forged or damaged token is rejected: %s', async (token, message) => {
  expect((await keys.verify(token)).error).toEqual({ kind: 'signature', message });
});

test('a changed signature is rejected', async () => {
  const [head, , tail] = (await keys.sign({ role: 'authenticated' })).split('.');
  const other = Buffer.from(JSON.stringify({ role: 'service_role' })).toString('base64url');
  expect((await keys.verify(`${head}.${other}.${tail}`)).error?.kind).toBe('signature');
});

test('the public key is not accepted as an HMAC secret', async () => {
  const token = hs256({ role: 'service_role' }, JSON.stringify(keys.jwks().keys[0]));
  expect((await keys.verify(token)).error?.kind).toBe('signature');
});

test("API keys are the two configured and tokens signed like them, never a user's", async () => {
  expect(await keys.isApiKey(secrets.anonKey)).toBe(true);
  expect(await keys.isApiKey(secrets.serviceRoleKey)).toBe(true);
  expect(await keys.isApiKey(hs256({ role: 'anon' }))).toBe(true);
  expect(await keys.isApiKey(hs256({ role: 'authenticated' }))).toBe(false);
  expect(await keys.isApiKey(await keys.sign({ role: 'anon', sub: 'someone' }))).toBe(false);
  expect(await keys.isApiKey(`${secrets.anonKey}x`)).toBe(false);
});

test('an opaque key is a bearer token of its role', async () => {
  const opaque = createKeys({ ...secrets, anonKey: 'sb_publishable_x', serviceRoleKey: 'sb_secret_x', issuer: 'i' });
  expect((await opaque.verify('sb_publishable_x')).claims).toEqual({ role: 'anon' });
  expect((await opaque.verify('sb_secret_x')).claims).toEqual({ role: 'service_role' });
});

test('the API keys are valid for ten years', async () => {
  clock.now = new Date('2036-11-01T00:00:00Z');
  expect((await keys.verify(hs256({ role: 'anon', exp: seconds + 315_360_000 }))).error).toBeNull();
  const [, payload = ''] = secrets.anonKey.split('.');
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
    role: 'anon',
    exp: seconds + 315_360_000,
  });
  clock.now = START;
});

test('derived texts are deterministic, and differ by purpose and by secret', async () => {
  expect(keys.derive('a', 'x')).toBe(keys.derive('a', 'x'));
  expect(keys.derive('a', 'x')).not.toBe(keys.derive('b', 'x'));
  const others = createKeys({ ...(await makeSecrets(START)), issuer: 'i' });
  expect(others.derive('a', 'x')).not.toBe(keys.derive('a', 'x'));
});
