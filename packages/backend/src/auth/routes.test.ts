import { expect, test } from 'vitest';
import { startTestAuth } from '#tests/support/auth-fixture.ts';
import { startForTests } from '#tests/support/start-for-tests.ts';

const service = startForTests(startTestAuth);

const VERSION = { 'X-Supabase-Api-Version': '2024-01-01' };

test('some paths need no API key', async () => {
  const ask = async (path: string) => (await service.request(path, { headers: { apikey: '' } })).json();
  expect(await ask('/health')).toMatchObject({ name: 'GoTrue' });
  expect(await ask('/settings')).toMatchObject({
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: false,
    saml_enabled: false,
  });
  expect(await ask('/.well-known/jwks.json')).toEqual(service.keys.jwks());
});

test('the public keys may be cached for ten minutes', async () => {
  const { headers } = await service.request('/.well-known/jwks.json');
  expect(headers.get('cache-control')).toBe('public, max-age=600');
});

test('all other paths need an API key', async () => {
  for (const apikey of ['', 'guess']) {
    const answer = await service.request('/recover', { method: 'POST', body: '{}', headers: { ...VERSION, apikey } });
    expect([answer.status, (await answer.json()).code]).toEqual([401, 'no_authorization']);
  }
});

test.each([
  ['GET', '/otp', 405, 'method_not_allowed'],
  ['PUT', '/magiclink', 405, 'method_not_allowed'],
  ['POST', '/reauthenticate', 405, 'method_not_allowed'],
  ['POST', '/factors', 401, 'no_authorization'],
  ['GET', '/factors', 405, 'method_not_allowed'],
  ['POST', '/factors/1/verify', 401, 'no_authorization'],
  ['DELETE', '/factors/recovery-codes', 401, 'no_authorization'],
  ['GET', '/factors/1', 404, 'mfa_factor_not_found'],
  ['GET', '/user/identities/authorize', 401, 'no_authorization'],
  ['DELETE', '/user/identities/1', 401, 'no_authorization'],
  ['POST', '/sso', 404, 'saml_provider_disabled'],
  ['POST', '/invite', 401, 'no_authorization'],
  ['GET', '/nothing/at/all', 404, 'not_found'],
  ['GET', '/', 404, 'not_found'],
  ['GET', '/signup', 405, 'method_not_allowed'],
  ['DELETE', '/user', 405, 'method_not_allowed'],
])("%s %s is rejected in GoTrue's form", async (method, path, status, code) => {
  const answer = await service.request(path, { method, headers: VERSION });
  expect(answer.status).toBe(status);
  expect(await answer.json()).toEqual({ code, message: expect.any(String) });
});

test('no body causes a 5xx', async () => {
  const bodies = [
    '',
    '{',
    'null',
    '7',
    '[]',
    '"x"',
    '{"email":[]}',
    `{"data":${'['.repeat(9000)}`,
    'x'.repeat(2_000_000),
  ];
  const paths = [
    '/signup',
    '/token?grant_type=password',
    '/token?grant_type=refresh_token',
    '/token?grant_type=id_token',
    '/token?grant_type=pkce',
    '/otp',
    '/magiclink',
    '/verify',
    '/recover',
    '/resend',
  ];
  const { accessToken } = await service.person();
  const headers = { authorization: `Bearer ${accessToken}` };
  for (const body of bodies) {
    for (const path of paths) {
      const { status } = await service.request(path, { method: 'POST', body });
      expect([400, 413], `${path} ${body.slice(0, 20)}: ${status}`).toContain(status);
    }
    const { status } = await service.request('/user', { method: 'PUT', body, headers });
    expect([400, 413]).toContain(status);
  }
  expect(service.logged()).toBe('');
});

test('scripts of other origins may send requests and read errors', async () => {
  const origin = { Origin: 'https://elsewhere.example' };
  const preflight = await service.request('/token', { method: 'OPTIONS', headers: { ...origin, apikey: '' } });
  expect(preflight.status).toBe(204);
  const refused = await service.request('/user', { headers: { ...origin, ...VERSION } });
  expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  expect(refused.headers.get('access-control-expose-headers')).toContain('X-Supabase-Api-Version');
});
