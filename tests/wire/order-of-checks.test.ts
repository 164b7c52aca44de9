import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { freePort } from '../support/app-process.ts';
import { startTestApp } from '../support/test-app.ts';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';

/** Where a request has more than one fault, the answer names the one that GoTrue names. */
const app = startForTests(async () =>
  startTestApp({
    smtp: false,
    env: {
      AUTH_ANONYMOUS_SIGN_INS: 'true',
      // Nobody answers there.
      AUTH_OIDC_GONE_ISSUER: `http://127.0.0.1:${await freePort()}`,
      AUTH_OIDC_GONE_CLIENT_ID: 'client',
      AUTH_OIDC_GONE_CLIENT_SECRET: 'secret',
    },
  }),
);

async function ask(method: string, path: string, body?: string, token = app.anonKey): Promise<[number, string]> {
  const answer = await fetch(`${app.url}/auth/v1${path}`, {
    method,
    headers: { apikey: app.anonKey, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body }),
  });
  const { error_code: code, error } = (await answer.json()) as { error_code?: string; error?: string };
  return [answer.status, code ?? error ?? ''];
}

async function anonymousToken(): Promise<string> {
  return (await app.client().auth.signInAnonymously()).data.session?.access_token ?? '';
}

test('where linking is off it is 404, whatever the identity or the provider', async () => {
  const token = await anonymousToken();
  const off = [404, 'manual_linking_disabled'];
  expect(await ask('DELETE', `/user/identities/${randomUUID()}`, undefined, token)).toEqual(off);
  expect(await ask('DELETE', '/user/identities/none', undefined, token)).toEqual(off);
  expect(await ask('GET', '/user/identities/authorize?provider=none', undefined, token)).toEqual(off);
  const link = JSON.stringify({ provider: 'custom:gone', id_token: 'x.y.z', link_identity: true });
  expect(await ask('POST', '/token?grant_type=id_token', link, token)).toEqual(off);
});

test('where wallets are off it is 422, whatever the body', async () => {
  for (const body of ['', 'no json', '{"chain":7}', '{"chain":"bitcoin"}', '{"chain":"ethereum"}']) {
    const answer = await ask('POST', '/token?grant_type=web3', body);
    expect(answer, body).toEqual([422, 'web3_provider_disabled']);
  }
});

test('an anonymous account has nothing that a code could be sent to', async () => {
  expect(await ask('GET', '/reauthenticate', undefined, await anonymousToken())).toEqual([400, 'validation_failed']);
});

test.each([
  ['no token', 'nonsense'],
  ['parts that are no JSON', 'a.b.c'],
  ['no claims', `${encode({ alg: 'RS256' })}.${encode('text')}.c2ln`],
  ['an algorithm without a key', `${encode({ alg: 'none' })}.${encode({ sub: '1' })}.`],
  ['a shared secret', `${encode({ alg: 'HS256' })}.${encode({ sub: '1' })}.c2ln`],
])('an id_token with %s is refused before its provider is asked', async (_, token) => {
  const body = JSON.stringify({ provider: 'custom:gone', id_token: token });
  expect(await ask('POST', '/token?grant_type=id_token', body)).toEqual([400, 'invalid request']);
});

test('for an id_token that may be right, the provider is asked', async () => {
  const token = `${encode({ alg: 'RS256' })}.${encode({ sub: '1' })}.c2ln`;
  const body = JSON.stringify({ provider: 'custom:gone', id_token: token });
  expect(await ask('POST', '/token?grant_type=id_token', body)).toEqual([422, 'unexpected_failure']);
});

function encode(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
