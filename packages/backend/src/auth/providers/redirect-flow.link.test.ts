import { randomUUID } from 'node:crypto';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asBackend } from '../../database/as-caller.ts';
import { type AuthTestClient, PASSWORD, SITE, type TestAuth, startTestAuth } from '#tests/support/auth-fixture.ts';
import { errorIn, fragmentOf, oauthBrowser } from '#tests/support/oauth-browser.ts';
import { type TestIssuer, startOidcIssuer } from '#tests/support/oidc-issuer.ts';

let service: TestAuth;
let issuer: TestIssuer;
let acme: Pick<TestAuth, 'client' | 'request'>;
let browser: ReturnType<typeof oauthBrowser>;

beforeAll(async () => {
  [service, issuer] = await Promise.all([startTestAuth(), startOidcIssuer()]);
  acme = service.withSettings({ auth: { providers: [issuer.provider()], manualLinking: true } });
  browser = oauthBrowser(acme.request);
});
afterAll(() => Promise.all([service?.stop(), issuer?.stop()]));

const newPerson = () => ({ sub: randomUUID(), email: `${randomUUID()}@person.example`, email_verified: true });

async function signIn(person: Record<string, unknown>): Promise<URL> {
  const { address, cookie } = await browser.begin();
  return browser.open(issuer.signIn(address, person), cookie);
}

test('a signed-in user adds an identity, and signs in by it', async () => {
  const { email, accessToken } = await service.person();
  const person = newPerson();
  const { address, cookie } = await browser.beginLink(accessToken);
  const linked = await browser.open(issuer.signIn(address, person), cookie);
  const { data } = await acme.client().auth.getUser(fragmentOf(linked)['access_token']);
  expect(data.user?.email).toBe(email);
  expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email', 'custom:acme']);
  const { data: again } = await acme.client().auth.getUser(fragmentOf(await signIn(person))['access_token']);
  expect(again.user?.id).toBe(data.user?.id);
});

test('the provider account of somebody else is not added through a link that was sent to them', async () => {
  const { accessToken } = await service.person();
  const { address } = await browser.beginLink(accessToken);
  const victim = newPerson();
  expect(errorIn(await browser.open(issuer.signIn(address, victim), ''))).toBe('invalid_request bad_oauth_state');
  expect(await service.query('select from auth.identities where provider_id = $1', [victim.sub])).toEqual([]);
});

test('an identity of another account is not added', async () => {
  const person = newPerson();
  await signIn(person);
  const { accessToken } = await service.person();
  const { address, cookie } = await browser.beginLink(accessToken);
  expect(errorIn(await browser.open(issuer.signIn(address, person), cookie))).toBe(
    'invalid_request identity_already_exists',
  );
});

test.each([
  ['a new password', (other: AuthTestClient) => other.auth.updateUser({ password: 'another long password' })],
  ['signing out elsewhere', (other: AuthTestClient) => other.auth.signOut({ scope: 'others' })],
])('an addition that another session began ends with that session, by %s', async (_, end) => {
  const { email, accessToken } = await service.person();
  const person = newPerson();
  const { address, cookie } = await browser.beginLink(accessToken);
  const other = acme.client();
  await other.auth.signInWithPassword({ email, password: PASSWORD });
  expect((await end(other)).error).toBeNull();
  expect(errorIn(await browser.open(issuer.signIn(address, person), cookie))).toBe('invalid_request bad_oauth_state');
  expect(await service.query('select from auth.identities where provider_id = $1', [person.sub])).toEqual([]);
});

test('an addition ends when the session that began it is signed out', async () => {
  const { client, accessToken } = await service.person();
  const person = newPerson();
  const { address, cookie } = await browser.beginLink(accessToken);
  expect((await client.auth.signOut({ scope: 'local' })).error).toBeNull();
  expect(errorIn(await browser.open(issuer.signIn(address, person), cookie))).toBe('invalid_request bad_oauth_state');
  expect(await service.query('select from auth.identities where provider_id = $1', [person.sub])).toEqual([]);
});

test('an addition ends when MFA of another session ends the session that began it', async () => {
  const { email, accessToken } = await service.person();
  const person = newPerson();
  const { address, cookie } = await browser.beginLink(accessToken);
  const other = acme.client();
  await other.auth.signInWithPassword({ email, password: PASSWORD });
  const { data, error } = await other.auth.mfa.enroll({ factorType: 'totp' });
  if (error) throw error;
  const code = new TOTP({ secret: data.totp.secret }).generate();
  expect((await other.auth.mfa.challengeAndVerify({ factorId: data.id, code })).error).toBeNull();
  expect(errorIn(await browser.open(issuer.signIn(address, person), cookie))).toBe('invalid_request bad_oauth_state');
  expect(await service.query('select from auth.identities where provider_id = $1', [person.sub])).toEqual([]);
});

test.each([
  ['banned', `update auth.users set banned_until = 'infinity' where email = $1`, 'access_denied user_banned'],
  ['deleted', 'delete from auth.users where email = $1', 'invalid_request bad_oauth_state'],
])('nothing is added to an account that is %s meanwhile', async (_, sql, error) => {
  const { email, accessToken } = await service.person();
  const person = newPerson();
  const { address, cookie } = await browser.beginLink(accessToken);
  await service.query(sql, [email]);
  expect(errorIn(await browser.open(issuer.signIn(address, person), cookie))).toBe(error);
  expect(await service.query('select from auth.identities where provider_id = $1', [person.sub])).toEqual([]);
});

test('nothing is added once adding is switched off', async () => {
  const { accessToken } = await service.person();
  const { address, cookie } = await browser.beginLink(accessToken);
  const off = oauthBrowser(service.withSettings({ auth: { providers: [issuer.provider()] } }).request);
  expect(errorIn(await off.open(issuer.signIn(address, newPerson()), cookie))).toContain('manual_linking_disabled');
});

test('an identity that is removed during a sign-in by it opens nothing', async () => {
  const person = newPerson();
  const { email, accessToken } = await service.person();
  const { address, cookie } = await browser.beginLink(accessToken);
  await browser.open(issuer.signIn(address, person), cookie);
  const landings: Promise<URL>[] = [];
  await asBackend(service.database, async (query) => {
    const { rows } = await query('select id from auth.users where email = $1 for no key update', [email]);
    await query('delete from auth.identities where user_id = $1 and provider_id = $2', [rows[0]?.['id'], person.sub]);
    landings.push(signIn(person));
    await service.lockWaits(1);
  });
  expect(errorIn((await landings[0])!)).toBe('access_denied user_not_found');
});

test('of sign-ins at once by one provider account the first makes the account, and all open it', async () => {
  const person = newPerson();
  const landings: Promise<URL>[] = [];
  await asBackend(service.database, async (query) => {
    await query('lock table auth.users in share mode');
    for (let n = 0; n < 2; n += 1) landings.push(signIn(person));
    await service.lockWaits(2);
  });
  const users = await Promise.all(
    landings.map(async (landing) => {
      const { data } = await acme.client().auth.getUser(fragmentOf(await landing)['access_token']);
      return data.user?.email;
    }),
  );
  expect(users).toEqual([person.email, person.email]);
});

test.each(['/.well-known/openid-configuration', '/token'])(
  'an addition ends with its session also while the provider answers at %s',
  async (path) => {
    // It has not asked the provider yet.
    const settings = { auth: { providers: [issuer.provider()], manualLinking: true } };
    const fresh = oauthBrowser(service.withSettings(settings).request);
    const { email, accessToken } = await service.person();
    const other = acme.client();
    await other.auth.signInWithPassword({ email, password: PASSWORD });
    const ended: unknown[] = [];
    issuer.before(path, async () => ended.push(await other.auth.updateUser({ password: 'another long password' })));
    const person = newPerson();
    const { address, cookie } = await fresh.beginLink(accessToken);
    await fresh.open(
      issuer.signIn(address ?? `${issuer.issuer}?redirect_uri=${SITE}/auth/v1/callback`, person),
      cookie,
    );
    expect(ended).toEqual([expect.objectContaining({ error: null })]);
    expect(await service.query('select from auth.identities where provider_id = $1', [person.sub])).toEqual([]);
  },
);

test('whoever registered an address has no code left to sign in with when its owner comes', async () => {
  const unconfirmed = service.withSettings({
    confirmEmail: false,
    auth: { providers: [issuer.provider()], manualLinking: true },
  });
  const stranger = oauthBrowser(unconfirmed.request);
  const email = `${randomUUID()}@person.example`;
  const { data } = await unconfirmed.client().auth.signUp({ email, password: PASSWORD });
  const own = newPerson();
  const link = await stranger.beginLink(data.session?.access_token ?? '');
  await stranger.open(issuer.signIn(link.address, own), link.cookie);
  const verifier = randomUUID().repeat(2);
  const begun = await stranger.begin({ code_challenge: verifier, code_challenge_method: 'plain' });
  const code = (await stranger.open(issuer.signIn(begun.address, own), begun.cookie)).searchParams.get('code');
  expect(code).toBeTruthy();
  const owner = fragmentOf(await signIn({ ...newPerson(), email }));
  expect((await acme.client().auth.getUser(owner['access_token'])).data.user?.id).toBe(data.user?.id);
  const body = JSON.stringify({ auth_code: code, code_verifier: verifier });
  const answer = await unconfirmed.request('/token?grant_type=pkce', { method: 'POST', body });
  expect((await answer.json()).error_code).toBe('flow_state_not_found');
});

test('adding identities needs a session, and can be switched off', async () => {
  const path = '/user/identities/authorize?provider=custom:acme&skip_http_redirect=true';
  expect((await acme.request(path)).status).toBe(401);
  const off = service.withSettings({ auth: { providers: [issuer.provider()] } });
  const { accessToken } = await service.person();
  const answer = await off.request(path, { headers: { authorization: `Bearer ${accessToken}` } });
  expect([answer.status, (await answer.json()).error_code]).toEqual([404, 'manual_linking_disabled']);
});
