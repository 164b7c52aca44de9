import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareTestApp } from '../support/shared-app.ts';
import { type Client, type TestApp, linkIn, followLink } from '../support/test-app.ts';

const PASSWORD = 'a long password';

let app: TestApp;
beforeAll(async () => {
  app = await shareTestApp();
});
afterAll(() => app.stop());

/** Follows a link of a mail as a browser does; returns the address and the fragment of the redirect. */
async function follow(link: string): Promise<{ address: string; fragment: URLSearchParams }> {
  const answer = await followLink(link);
  expect(answer.status).toBe(303);
  const location = new URL(answer.headers.get('location') ?? '');
  return { address: location.origin + location.pathname, fragment: new URLSearchParams(location.hash.slice(1)) };
}

/** Opens the session in the fragment, as supabase-js does on the page of the link. */
async function openSession(client: Client, fragment: URLSearchParams) {
  const tokens = {
    access_token: fragment.get('access_token') ?? '',
    refresh_token: fragment.get('refresh_token') ?? '',
  };
  const { data, error } = await client.auth.setSession(tokens);
  if (error) throw error;
  return data;
}

test('a user can sign up, confirm by mail, sign in and sign out', async () => {
  const client = app.client();
  const email = `${randomUUID()}@person.example`;
  const { data, error } = await client.auth.signUp({
    email,
    password: PASSWORD,
    options: { emailRedirectTo: app.url },
  });
  expect(error).toBeNull();
  expect(data).toMatchObject({
    session: null,
    user: { email, role: 'authenticated', identities: [{ provider: 'email' }] },
  });

  const early = await client.auth.signInWithPassword({ email, password: PASSWORD });
  expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed', message: 'Email not confirmed' });

  const { address, fragment } = await follow(linkIn(await app.mailTo(email)));
  expect(address).toBe(`${app.url}/`);
  expect(fragment.get('type')).toBe('signup');
  expect((await openSession(client, fragment)).user?.email).toBe(email);

  expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  const { data: claims } = await client.auth.getClaims();
  expect(claims?.header.alg).toBe('ES256');
  expect(claims?.claims).toMatchObject({ email, role: 'authenticated', aud: 'authenticated', aal: 'aal1' });
  expect((await client.auth.signOut()).error).toBeNull();
  expect((await client.auth.getSession()).data.session).toBeNull();
});

test('a used link redirects with an error', async () => {
  const email = `${randomUUID()}@person.example`;
  await app.client().auth.signUp({ email, password: PASSWORD });
  const link = linkIn(await app.mailTo(email));
  await follow(link);
  const { fragment } = await follow(link);
  expect(Object.fromEntries(fragment)).toMatchObject({ error: 'access_denied', error_code: 'otp_expired' });
});

test('the confirmation mail has HTML and text', async () => {
  const email = `${randomUUID()}@person.example`;
  await app.client().auth.signUp({ email, password: PASSWORD });
  const mail = await app.mailTo(email);
  expect(mail.subject).toBe('Confirm your e-mail address');
  expect(mail.text).toContain(`${app.url}/auth/v1/verify?token=`);
  expect(mail.html).toContain('Confirm this address');
});

test('a wrong password and an unknown user get the same error', async () => {
  const client = await app.signIn({ admin: false });
  const { data } = await client.auth.getUser();
  for (const email of [data.user?.email ?? '', 'nobody@person.example']) {
    const { error } = await app.client().auth.signInWithPassword({ email, password: 'wrong' });
    expect(error).toMatchObject({ status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' });
  }
});

test('weak passwords and malformed addresses are rejected with their reasons', async () => {
  const weak = await app.client().auth.signUp({ email: 'weak@person.example', password: '12345' });
  expect(weak.error).toMatchObject({ name: 'AuthWeakPasswordError', status: 422, reasons: ['length'] });
  const malformed = await app.client().auth.signUp({ email: 'nonsense', password: PASSWORD });
  expect(malformed.error).toMatchObject({ status: 400, code: 'validation_failed' });
});

test('a sign-up does not reveal that an address is registered', async () => {
  const client = await app.signIn({ admin: false });
  const { data } = await client.auth.getUser();
  const email = data.user?.email ?? '';
  const again = await app.client().auth.signUp({ email, password: 'another password' });
  expect(again.error).toBeNull();
  expect(again.data.user).toMatchObject({ email, role: 'authenticated', identities: [{ email }] });
  expect(again.data.user?.id).not.toBe(data.user?.id);
  expect(app.mails().filter(({ to }) => to === email)).toHaveLength(1);
});

test('a session is refreshed, and a repeated request gets the same refresh token', async () => {
  const client = await app.signIn({ admin: false });
  const before = (await client.auth.getSession()).data.session;
  const refresh_token = before?.refresh_token ?? '';
  const first = await app.client().auth.refreshSession({ refresh_token });
  const second = await app.client().auth.refreshSession({ refresh_token });
  expect(first.error).toBeNull();
  expect(first.data.session?.refresh_token).not.toBe(refresh_token);
  expect(second.data.session?.refresh_token).toBe(first.data.session?.refresh_token);
  const unknown = await app.client().auth.refreshSession({ refresh_token: 'a'.repeat(48) });
  expect(unknown.error).toMatchObject({ status: 400, code: 'refresh_token_not_found' });
});

test('the reuse of a stolen refresh token ends the session', async () => {
  const client = await app.signIn({ admin: false });
  const stolen = (await client.auth.getSession()).data.session?.refresh_token ?? '';
  const refresh = (refresh_token: string) => app.client().auth.refreshSession({ refresh_token });
  const next = (await refresh(stolen)).data.session?.refresh_token ?? '';
  const active = (await refresh(next)).data.session?.refresh_token ?? '';
  // Backdates the tokens by eleven seconds: the reuse interval is ten.
  await app.query(`update auth.refresh_tokens set updated_at = updated_at - interval '11 seconds' where revoked`);
  expect((await refresh(stolen)).error).toMatchObject({ status: 400, code: 'refresh_token_already_used' });
  expect((await refresh(active)).error).toMatchObject({ status: 400, code: 'refresh_token_already_used' });
});

test.each([
  ['local', [false, true, true]],
  ['others', [true, false, false]],
  ['global', [false, false, false]],
] as const)('signing out with scope %s ends only the sessions of that scope', async (scope, left) => {
  const email = `${randomUUID()}@person.example`;
  const first = await app.signIn({ admin: false, email, password: PASSWORD });
  const others = [app.client(), app.client()];
  for (const client of others) await client.auth.signInWithPassword({ email, password: PASSWORD });
  const tokens = await Promise.all(
    [first, ...others].map(async (client) => (await client.auth.getSession()).data.session?.access_token),
  );
  await first.auth.signOut({ scope });
  const open = await Promise.all(tokens.map(async (token) => (await app.client().auth.getUser(token)).error === null));
  expect(open).toEqual(left);
});

test('a forgotten password is replaced by a recovery link, and other sessions end', async () => {
  const email = `${randomUUID()}@person.example`;
  const otherClient = await app.signIn({ admin: false, email, password: PASSWORD });
  expect((await app.client().auth.resetPasswordForEmail(email, { redirectTo: `${app.url}/auth` })).error).toBeNull();
  const recovery = () => app.mails().find(({ to, subject }) => to === email && subject === 'Choose a new password');
  await expect.poll(recovery, { timeout: 10_000 }).toBeTruthy();
  const mail = recovery();
  const { address, fragment } = await follow(mail ? linkIn(mail) : '');
  expect(address).toBe(`${app.url}/auth`);
  expect(fragment.get('type')).toBe('recovery');

  const client = app.client();
  await openSession(client, fragment);
  expect((await client.auth.updateUser({ password: PASSWORD })).error).toMatchObject({
    status: 422,
    code: 'same_password',
  });
  expect((await client.auth.updateUser({ password: 'quite another' })).error).toBeNull();
  expect((await otherClient.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect((await app.client().auth.signInWithPassword({ email, password: 'quite another' })).error).toBeNull();
});

test('a change of address requires the confirmation of both addresses', async () => {
  const email = `${randomUUID()}@person.example`;
  const wanted = `${randomUUID()}@new.example`;
  const client = await app.signIn({ admin: false, email, password: PASSWORD });
  const { data } = await client.auth.updateUser({ email: wanted });
  expect(data.user).toMatchObject({ email, new_email: wanted });
  const atNew = await follow(linkIn(await app.mailTo(wanted)));
  expect(atNew.fragment.get('message')).toContain('Confirmation link accepted');
  const findMail = () => app.mails().find(({ to, subject }) => to === email && subject.includes('new address'));
  await expect.poll(findMail, { timeout: 10_000 }).toBeTruthy();
  const mail = findMail();
  await follow(mail ? linkIn(mail) : '');
  expect((await client.auth.getUser()).data.user?.email).toBe(wanted);
});

test('a request without an API key or with a wrong one gets 401', async () => {
  for (const headers of [{}, { apikey: 'guess' }] as Record<string, string>[]) {
    const answer = await fetch(`${app.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers,
      body: '{}',
    });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('content-type')).toBe('application/json');
  }
  const { error } = await app
    .client('guess')
    .auth.signInWithPassword({ email: 'a@person.example', password: PASSWORD });
  expect(error?.status).toBe(401);
});

test('a feature that is not available is rejected with its own error code', async () => {
  const client = await app.signIn({ admin: false });
  expect((await client.auth.mfa.enroll({ factorType: 'phone', phone: '+911412345678' })).error?.code).toBe(
    'mfa_phone_enroll_not_enabled',
  );
  expect((await client.auth.signInAnonymously()).error?.code).toBe('anonymous_provider_disabled');
  expect((await client.auth.admin.listUsers()).error?.code).toBe('not_admin');
});

test('too many failed sign-ins from one address get a 429 that supabase-js understands', async () => {
  const client = app.client();
  const email = 'guessed@person.example';
  const answers = [];
  for (let i = 0; i < 11; i += 1) answers.push(await client.auth.signInWithPassword({ email, password: `guess ${i}` }));
  expect(answers.at(-1)?.error).toMatchObject({
    status: 429,
    code: 'over_request_rate_limit',
    message: 'Request rate limit reached',
  });
});
