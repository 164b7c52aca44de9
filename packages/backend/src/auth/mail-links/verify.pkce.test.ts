import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { asBackend } from '../../database/as-caller.ts';
import { forgetOldFlows } from './one-time-tokens.ts';
import { type AuthTestClient, PASSWORD, SITE, startTestAuth } from '#tests/support/auth-fixture.ts';
import { openLink, linkTo } from '#tests/support/pkce.ts';
import { startForTests } from '#tests/support/start-for-tests.ts';

const service = startForTests(startTestAuth);

const newEmail = () => `${randomUUID()}@person.example`;

/** Asks for a link in the name of `client`; returns the address that the mail goes to. */
type Flow = (client: AuthTestClient, redirectTo: string) => Promise<string>;

/** Every request that mails a link, with the `type` of the link and the method of its session. */
const FLOWS: Record<string, { type: string; method: string; ask: Flow }> = {
  'POST /signup': {
    type: 'signup',
    method: 'email/signup',
    ask: async (client, emailRedirectTo) => {
      const email = newEmail();
      await client.auth.signUp({ email, password: PASSWORD, options: { emailRedirectTo } });
      return email;
    },
  },
  'POST /otp for a new account': {
    type: 'email',
    method: 'email/signup',
    ask: async (client, emailRedirectTo) => {
      const email = newEmail();
      await client.auth.signInWithOtp({ email, options: { emailRedirectTo } });
      return email;
    },
  },
  'POST /otp for an account': {
    type: 'email',
    method: 'magiclink',
    ask: async (client, emailRedirectTo) => {
      const { email } = await service.person();
      await client.auth.signInWithOtp({ email, options: { emailRedirectTo, shouldCreateUser: false } });
      return email;
    },
  },
  'POST /recover': {
    type: 'recovery',
    method: 'recovery',
    ask: async (client, redirectTo) => {
      const { email } = await service.person();
      await client.auth.resetPasswordForEmail(email, { redirectTo });
      return email;
    },
  },
  'POST /resend': {
    type: 'signup',
    method: 'email/signup',
    ask: async (client, emailRedirectTo) => {
      const email = newEmail();
      await service.client().auth.signUp({ email, password: PASSWORD });
      service.advanceClock(61);
      await client.auth.resend({ type: 'signup', email, options: { emailRedirectTo } });
      return email;
    },
  },
};

describe.each(Object.entries(FLOWS))('%s', (_, { type, method, ask }) => {
  test('gives the PKCE client a code for a session, and no tokens', async () => {
    const client = service.pkceClient();
    const email = await ask(client, `${SITE}/auth?next=%2Fadmin`);
    const link = await linkTo(service, email);
    expect(new URL(link).searchParams.get('type')).toBe(type);
    expect(new URL(link).searchParams.get('token')).toMatch(/^pkce_/);
    const landing = await openLink(service, link);
    expect(landing.origin + landing.pathname).toBe(`${SITE}/auth`);
    expect([...landing.searchParams.keys()]).toEqual(['next', 'code']);
    expect(landing.hash).toBe('');
    const { data, error } = await client.auth.exchangeCodeForSession(landing.searchParams.get('code') ?? '');
    expect(error).toBeNull();
    expect(data.session?.user).toMatchObject({ email, user_metadata: { email_verified: true } });
    expect((await client.auth.getClaims()).data?.claims.amr).toEqual([{ method, timestamp: expect.any(Number) }]);
  });

  test('gives the implicit client tokens in the fragment', async () => {
    const email = await ask(service.client(), `${SITE}/auth`);
    const landing = await openLink(service, await linkTo(service, email));
    expect(landing.search).toBe('');
    expect(new URLSearchParams(landing.hash.slice(1)).get('access_token')).toBeTruthy();
  });

  test('does not lead to another site', async () => {
    const redirectTo = 'https://evil.example/';
    for (const client of [service.pkceClient(), service.client()]) {
      const link = new URL(await linkTo(service, await ask(client, redirectTo)));
      expect(link.searchParams.get('redirect_to')).toBe(SITE);
      link.searchParams.set('redirect_to', redirectTo);
      expect((await openLink(service, link.href)).origin).toBe(SITE);
    }
  });
});

test('a change of address gives a code with the second link only', async () => {
  const { email } = await service.person();
  const client = service.pkceClient();
  await client.auth.signInWithPassword({ email, password: PASSWORD });
  const wanted = newEmail();
  expect((await client.auth.updateUser({ email: wanted })).error).toBeNull();
  const half = await openLink(service, await linkTo(service, wanted));
  expect(half.searchParams.get('message')).toContain('Confirmation link accepted');
  expect(new URLSearchParams(half.hash.slice(1)).get('message')).toContain('Confirmation link accepted');
  expect(half.searchParams.has('code')).toBe(false);
  const whole = await openLink(service, await linkTo(service, email));
  const { data } = await client.auth.exchangeCodeForSession(whole.searchParams.get('code') ?? '');
  expect(data.user?.email).toBe(wanted);
});

test('a link may be followed later than the code would live', async () => {
  const { email } = await service.person();
  const client = service.pkceClient();
  await client.auth.resetPasswordForEmail(email);
  service.advanceClock(1800);
  const { searchParams } = await openLink(service, await linkTo(service, email));
  expect((await client.auth.exchangeCodeForSession(searchParams.get('code') ?? '')).error).toBeNull();
});

test('a link without its prefix, or with one that was added, opens nothing and stays usable', async () => {
  const { email } = await service.person();
  const ask = async (client: AuthTestClient) => {
    service.advanceClock(61);
    await client.auth.resetPasswordForEmail(email);
    return linkTo(service, email);
  };
  const pkce = await ask(service.pkceClient());
  expect((await openLink(service, pkce.replace('token=pkce_', 'token='))).hash).toContain('error_code=otp_expired');
  expect((await openLink(service, pkce)).searchParams.get('code')).toBeTruthy();
  const implicit = await ask(service.client());
  const bent = await openLink(service, implicit.replace('token=', 'token=pkce_'));
  expect(bent.searchParams.get('error_code')).toBe('otp_expired');
  expect((await openLink(service, implicit)).hash).toContain('access_token=');
});

test('a used PKCE link leads back with the error in query and fragment', async () => {
  const { email } = await service.person();
  await service.pkceClient().auth.resetPasswordForEmail(email, { redirectTo: `${SITE}/auth?a=1` });
  const link = await linkTo(service, email);
  await openLink(service, link);
  const landing = await openLink(service, link);
  const error = { error: 'access_denied', error_code: 'otp_expired' };
  expect(Object.fromEntries(landing.searchParams)).toMatchObject({ a: '1', ...error });
  expect(Object.fromEntries(new URLSearchParams(landing.hash.slice(1)))).toMatchObject({ ...error, sb: '' });
});

test('a newer mail ends the flow of the older one', async () => {
  const { email } = await service.person();
  const first = service.pkceClient();
  await first.auth.resetPasswordForEmail(email);
  const old = await linkTo(service, email);
  service.advanceClock(61);
  await service.client().auth.resetPasswordForEmail(email);
  expect((await openLink(service, old)).searchParams.get('error_code')).toBe('otp_expired');
  expect((await openLink(service, await linkTo(service, email))).hash).toContain('access_token=');
});

test('the token and the code of a PKCE mail open a session without the verifier', async () => {
  const ask = async () => {
    const { email } = await service.person();
    await service.pkceClient().auth.signInWithOtp({ email });
    const mail = (await service.mailsTo(email)).at(-1);
    return { email, token: mail?.token ?? '', code: mail?.code ?? '' };
  };
  const byHash = await ask();
  const first = await service.client().auth.verifyOtp({ type: 'email', token_hash: byHash.token });
  expect(first.data.user?.email).toBe(byHash.email);
  const byCode = await ask();
  const second = await service.client().auth.verifyOtp({ type: 'email', email: byCode.email, token: byCode.code });
  expect(second.data.user?.email).toBe(byCode.email);
});

test.each(['/signup', '/otp', '/magiclink', '/recover', '/resend'])(
  'POST %s rejects half a challenge',
  async (path) => {
    const body = { email: newEmail(), password: PASSWORD, type: 'signup', code_challenge: 'a'.repeat(43) };
    const answer = await service.request(path, { method: 'POST', body: JSON.stringify(body) });
    expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([400, 'validation_failed']);
  },
);

test('an invitation that a PKCE client asked for again gives a code for as long as it is valid', async () => {
  const email = newEmail();
  const invitation = { method: 'POST', body: JSON.stringify({ email }) };
  const headers = { authorization: `Bearer ${service.keys.serviceRoleKey}` };
  expect((await service.request('/invite', { ...invitation, headers })).status).toBe(200);
  service.advanceClock(61);
  const client = service.pkceClient();
  expect((await client.auth.signInWithOtp({ email })).error).toBeNull();
  const [flow] = await service.query('select created_at from auth.flow_state order by created_at desc limit 1');
  const at = new Date(Date.parse(String(flow?.['created_at'])) + 26 * 3_600_000);
  await asBackend(service.database, (query) => forgetOldFlows(query, at));
  service.advanceClock(26 * 3600);
  const { searchParams } = await openLink(service, await linkTo(service, email));
  const { data } = await client.auth.exchangeCodeForSession(searchParams.get('code') ?? '');
  expect(data.user?.email).toBe(email);
});
