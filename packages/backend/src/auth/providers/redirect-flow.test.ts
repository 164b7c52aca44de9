import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, SITE, type TestAuth, startTestAuth } from '#tests/support/auth-fixture.ts';
import { errorIn, fragmentOf, oauthBrowser } from '#tests/support/oauth-browser.ts';
import { CLIENT_ID, type Misbehaviour, type TestIssuer, startOidcIssuer } from '#tests/support/oidc-issuer.ts';

let service: TestAuth;
let issuer: TestIssuer;
let acme: Pick<TestAuth, 'client' | 'request'>;
let begin: ReturnType<typeof oauthBrowser>['begin'];
let open: ReturnType<typeof oauthBrowser>['open'];

beforeAll(async () => {
  [service, issuer] = await Promise.all([startTestAuth(), startOidcIssuer()]);
  acme = service.withSettings({ auth: { providers: [issuer.provider()] } });
  ({ begin, open } = oauthBrowser(acme.request));
});
afterAll(() => Promise.all([service?.stop(), issuer?.stop()]));

const newPerson = () => ({ sub: randomUUID(), email: `${randomUUID()}@person.example`, email_verified: true });

async function signIn(person: Record<string, unknown>, wrong: Misbehaviour = {}, params: Record<string, string> = {}) {
  const { address, cookie } = await begin(params);
  return open(issuer.signIn(address, person, wrong), cookie);
}

test('a sign-in at the provider returns with a session and the tokens of the provider', async () => {
  const person = newPerson();
  const url = await signIn(person, {}, { redirect_to: `${SITE}/admin` });
  expect(url.origin + url.pathname).toBe(`${SITE}/admin`);
  const fragment = fragmentOf(url);
  expect(fragment).toMatchObject({ token_type: 'bearer', provider_refresh_token: 'refresh-1' });
  expect(fragment['provider_token']).toBeTruthy();
  const { data } = await acme.client().auth.getUser(fragment['access_token']);
  expect(data.user).toMatchObject({ email: person.email, app_metadata: { provider: 'custom:acme' } });
});

test('a sign-in is tied to its browser by a cookie, and its answers are not stored', async () => {
  const { setCookie, address, cookie } = await begin();
  expect(setCookie).toMatch(
    /^__Host-oauth-[\da-f]{32}=[\da-f]{64}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  const answer = await acme.request(issuer.signIn(address, newPerson()), { headers: { cookie, apikey: '' } });
  expect(answer.status).toBe(302);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('set-cookie')).toContain('Max-Age=0');
});

test('the request to the provider holds our parameters, whatever the application sends', async () => {
  const { address } = await begin({
    scopes: 'calendar',
    prompt: 'consent',
    login_hint: 'asha@person.example',
    client_id: 'evil',
    redirect_uri: 'https://evil.example',
    response_type: 'token',
    state: 'x',
    nonce: 'x',
    request_uri: 'https://evil.example',
    response_mode: 'fragment',
    scope: 'admin',
  });
  const { origin, pathname, searchParams } = new URL(address);
  expect(origin + pathname).toBe(`${issuer.issuer}/authorize`);
  expect(Object.fromEntries(searchParams)).toEqual({
    prompt: 'consent',
    login_hint: 'asha@person.example',
    client_id: CLIENT_ID,
    response_type: 'code',
    redirect_uri: `${SITE}/auth/v1/callback`,
    scope: 'openid email profile calendar',
    state: expect.stringMatching(/^[\da-f-]{36}$/),
    nonce: expect.stringMatching(/^[\da-f]{64}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
});

test('a sign-in does not lead to another site', async () => {
  const url = await signIn(newPerson(), {}, { redirect_to: 'https://evil.example/' });
  expect(url.origin).toBe(SITE);
  expect(url.pathname).toBe('/');
});

test('a callback works once', async () => {
  const { address, cookie } = await begin();
  const callback = issuer.signIn(address, newPerson());
  expect((await open(callback, cookie)).hash).toContain('access_token');
  expect(errorIn(await open(callback, cookie))).toBe('invalid_request bad_oauth_state');
  const fresh = issuer.signIn(address, newPerson());
  expect(errorIn(await open(fresh, cookie))).toBe('invalid_request bad_oauth_state');
});

test('a callback works only in the browser that began the sign-in', async () => {
  const [victim, stranger] = [await begin(), await begin()];
  const callback = issuer.signIn(stranger.address, newPerson());
  expect(errorIn(await open(callback, ''))).toBe('invalid_request bad_oauth_state');
  expect(errorIn(await open(callback, victim.cookie))).toBe('invalid_request bad_oauth_state');
  const [, value = ''] = victim.cookie.split('=');
  const [name = ''] = stranger.cookie.split('=');
  expect(errorIn(await open(callback, `${name}=${value}`))).toBe('invalid_request bad_oauth_state');
  // The attempts have not used it up.
  expect((await open(callback, stranger.cookie)).hash).toContain('access_token');
});

test('a sign-in must be finished within ten minutes', async () => {
  const { address, cookie } = await begin();
  await service.query(`update auth.flow_state set created_at = created_at - interval '11 minutes' where id = $1`, [
    new URL(address).searchParams.get('state'),
  ]);
  expect(errorIn(await open(issuer.signIn(address, newPerson()), cookie))).toBe('invalid_request bad_oauth_state');
});

test('a flow of a mailed link is no state of a sign-in', async () => {
  const { email } = await service.person();
  await service.pkceClient().auth.resetPasswordForEmail(email);
  const [flow] = await service.query(`select id from auth.flow_state where provider_type = 'email'`);
  const id = String(flow?.['id']);
  const cookie = `__Host-oauth-${id.replaceAll('-', '')}=${service.keys.derive('oauth-browser', id)}`;
  const url = await open(`${SITE}/auth/v1/callback?code=x&state=${id}`, cookie);
  expect(errorIn(url)).toBe('invalid_request bad_oauth_state');
  expect(await service.query('select from auth.flow_state where id = $1', [id])).toHaveLength(1);
});

test.each(['', 'x', '%00', randomUUID()])(
  'a callback with the state "%s" leads to the site with an error',
  async (state) => {
    const answer = await acme.request(`/callback?code=x&state=${state}`);
    const url = new URL(answer.headers.get('location') ?? '');
    expect(url.origin).toBe(SITE);
    expect(errorIn(url)).toBe('invalid_request bad_oauth_state');
  },
);

test('a code of another sign-in is not accepted', async () => {
  const [one, other] = [await begin(), await begin()];
  const foreign = new URL(issuer.signIn(other.address, newPerson()));
  foreign.searchParams.set('state', new URL(one.address).searchParams.get('state') ?? '');
  expect(errorIn(await open(foreign.href, one.cookie))).toBe('invalid_request bad_oauth_callback');
});

test.each<[string, Misbehaviour]>([
  ['of another nonce', { claims: { nonce: 'x' } }],
  ['without a nonce', { claims: { nonce: undefined } }],
  ['signed by another key', { wrongKey: true }],
])('an ID token %s opens no session', async (_, wrong) => {
  const person = newPerson();
  expect(errorIn(await signIn(person, wrong))).toBe('invalid_request bad_oauth_callback');
  expect(await service.query('select from auth.users where email = $1', [person.email])).toEqual([]);
});

test('a callback in the name of another issuer is rejected', async () => {
  const url = await signIn(newPerson(), { iss: 'https://evil.example' });
  expect(errorIn(url)).toBe('invalid_request bad_oauth_callback');
});

test('an unverified address of an existing account opens no session', async () => {
  const { email } = await service.person();
  const url = await signIn({ ...newPerson(), email, email_verified: false });
  expect(errorIn(url)).toBe('access_denied provider_email_needs_verification');
});

test('an address that only the userinfo endpoint knows counts as well, by the same rules', async () => {
  const { email, ...person } = newPerson();
  const url = await signIn({ ...person, email_verified: undefined }, { userInfo: { email, email_verified: true } });
  const { data } = await acme.client().auth.getUser(fragmentOf(url)['access_token']);
  expect(data.user?.email).toBe(email);
  const other = newPerson();
  const unverified = { userInfo: { email: other.email, email_verified: false } };
  expect(errorIn(await signIn({ sub: other.sub }, unverified))).toBe('access_denied provider_email_needs_verification');
  const foreign = { userInfo: { sub: 'another', email: other.email, email_verified: true } };
  expect(errorIn(await signIn({ sub: other.sub }, foreign))).toBe('invalid_request bad_oauth_callback');
});

test('an issuer may take the secret in the body only, and be configured with a slash at the end', async () => {
  const inBody = await startOidcIssuer(true);
  const provider = inBody.provider({ issuer: `${inBody.issuer}/` });
  const { request } = service.withSettings({ auth: { providers: [provider] } });
  const begun = await request('/authorize?provider=custom:acme');
  const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
  const callback = inBody.signIn(begun.headers.get('location') ?? '', newPerson());
  const answer = await request(callback, { headers: { cookie } });
  expect(answer.headers.get('location')).toContain('#access_token=');
  await inBody.stop();
});

test('an error of the provider reaches the application', async () => {
  const { address, cookie } = await begin({ redirect_to: `${SITE}/auth` });
  const callback = new URL(`${SITE}/auth/v1/callback`);
  const state = new URL(address).searchParams.get('state') ?? '';
  callback.search = new URLSearchParams({ error: 'access_denied', error_description: 'No thanks', state }).toString();
  const url = await open(callback.href, cookie);
  expect(url.pathname).toBe('/auth');
  expect(errorIn(url)).toBe('access_denied');
  expect(fragmentOf(url)['error_description']).toBe('No thanks');
});

test('in the PKCE flow the address holds a code only, which works once and with its verifier', async () => {
  const verifier = 'v'.repeat(50);
  const challenge = await sha256(verifier);
  const url = await signIn(newPerson(), {}, { code_challenge: challenge, code_challenge_method: 's256' });
  expect(url.hash).toBe('');
  const exchange = async (auth_code: string, code_verifier: string) => {
    const body = JSON.stringify({ auth_code, code_verifier });
    const answer = await acme.request('/token?grant_type=pkce', { method: 'POST', body });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const code = url.searchParams.get('code') ?? '';
  const [flow] = await service.query(`select provider_refresh_token as token from auth.flow_state
    where provider_type = 'custom:acme' and auth_code is not null`);
  expect(flow?.['token']).toMatch(/^[\w-]{40,}$/);
  const { status, body } = await exchange(code, verifier);
  expect(status).toBe(200);
  expect(body).toMatchObject({ provider_token: expect.any(String), provider_refresh_token: 'refresh-1' });
  expect((await exchange(code, verifier)).body['error_code']).toBe('flow_state_not_found');

  const stolen = await signIn(newPerson(), {}, { code_challenge: challenge, code_challenge_method: 's256' });
  const stolenCode = stolen.searchParams.get('code') ?? '';
  expect((await exchange(stolenCode, 'w'.repeat(50))).body['error_code']).toBe('bad_code_verifier');
});

test.each<Record<string, string>>([
  { code_challenge: 'x' },
  { code_challenge: 'x'.repeat(43), code_challenge_method: 'md5' },
  { scopes: 'a"b' },
  { scopes: 'x'.repeat(600) },
  { provider: 'google' },
  { provider: '' },
  { provider: '__proto__' },
])('a request with %j is refused', async (params) => {
  const query = new URLSearchParams({ provider: 'custom:acme', ...params });
  const answer = await acme.request(`/authorize?${query.toString()}`);
  expect(answer.status).toBe(400);
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(await answer.json()).toMatchObject({ error_code: 'validation_failed' });
});

test('a provider without a secret takes ID tokens only', async () => {
  const tokensOnly = service.withSettings({ auth: { providers: [issuer.provider({ clientSecret: null })] } });
  expect((await tokensOnly.request('/authorize?provider=custom:acme')).status).toBe(400);
  const offered = async ({ request }: Pick<TestAuth, 'request'>) =>
    (await (await request('/settings')).json()).external;
  expect(await offered(acme)).toHaveProperty('custom:acme', true);
  expect(await offered(tokensOnly)).not.toHaveProperty('custom:acme');
});

test('a provider that does not answer sends the visitor back to the site', async () => {
  const closed = await startOidcIssuer();
  await closed.stop();
  const gone = service.withSettings({ auth: { providers: [closed.provider()] } });
  const answer = await gone.request(`/authorize?provider=custom:acme&redirect_to=${SITE}/auth`);
  const url = new URL(answer.headers.get('location') ?? '');
  expect(url.pathname).toBe('/auth');
  expect(errorIn(url)).toBe('server_error unexpected_failure');
});

test('sign-ins that one address begins are limited', async () => {
  const codes: number[] = [];
  for (let n = 0; n < 61; n += 1) {
    codes.push((await acme.request('/authorize?provider=custom:acme', { address: '10.77.77.77' })).status);
  }
  expect(codes.slice(0, 60).every((status) => status === 302)).toBe(true);
  expect(codes[60]).toBe(429);
});

test('an account that is banned meanwhile gets no session', async () => {
  const { email } = await service.person();
  const { address, cookie } = await begin();
  await service.query(`update auth.users set banned_until = now() + interval '1 hour' where email = $1`, [email]);
  expect(errorIn(await open(issuer.signIn(address, { ...newPerson(), email }), cookie))).toBe(
    'access_denied user_banned',
  );
  const { error } = await service.client().auth.signInWithPassword({ email, password: PASSWORD });
  expect(error?.code).toBe('user_banned');
});

test('no code, token or address of a person is in the log', () => {
  expect(service.logged()).not.toMatch(/person\.example|code=|eyJ/);
  expect(service.logged()).not.toContain('"level":50');
});

async function sha256(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(text))).toString('base64url');
}
