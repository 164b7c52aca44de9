import { expect, test } from 'vitest';
import { PASSWORD, SITE, startTestAuth } from '#tests/support/auth-fixture.ts';
import { startForTests } from '#tests/support/start-for-tests.ts';

const service = startForTests(startTestAuth);

test('a new account is unconfirmed', async () => {
  const credentials = { email: 'Asha@Person.Example', password: PASSWORD, options: { data: { name: 'Asha' } } };
  const { data, error } = await service.client().auth.signUp(credentials);
  expect(error).toBeNull();
  expect(data.session).toBeNull();
  expect(data.user).toMatchObject({
    aud: 'authenticated',
    role: 'authenticated',
    email: 'asha@person.example',
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { name: 'Asha', email: 'asha@person.example', email_verified: false, sub: data.user?.id },
    identities: [{ id: data.user?.id, user_id: data.user?.id, provider: 'email', email: 'asha@person.example' }],
    is_anonymous: false,
  });
  expect(data.user?.confirmation_sent_at).toMatch(/Z$/);
  expect(data.user).not.toHaveProperty('confirmed_at');
});

test('the mail leads to the requested address when it is allowed', async () => {
  const options = { emailRedirectTo: 'https://one.preview.example/hello' };
  await service.client().auth.signUp({ email: 'redirect@person.example', password: PASSWORD, options });
  const [mail] = await service.mailsTo('redirect@person.example');
  expect(mail).toMatchObject({ kind: 'confirmation', subject: 'Confirm your email address for firm.example' });
  const link = new URL(mail?.link ?? '');
  expect(link.href).toMatch(`${SITE}/auth/v1/verify?token=`);
  expect(link.searchParams.get('type')).toBe('signup');
  expect(link.searchParams.get('redirect_to')).toBe('https://one.preview.example/hello');
});

test('neither password nor token is stored in clear text', async () => {
  await service.client().auth.signUp({ email: 'kept@person.example', password: PASSWORD });
  const [mail] = await service.mailsTo('kept@person.example');
  const [row] = await service.query(
    `select encrypted_password, token_hash from auth.users u join auth.one_time_tokens t on t.user_id = u.id where email = $1`,
    ['kept@person.example'],
  );
  expect(row?.encrypted_password).toMatch(/^\$2b\$10\$/);
  expect(row?.token_hash).not.toBe(mail?.token);
});

test('an address with a confirmed account gets the response of a new one, and no mail', async () => {
  const { email } = await service.person();
  const { data, error } = await service.client().auth.signUp({ email, password: 'another password' });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email, role: 'authenticated', identities: [{ email }] });
  expect(await service.mailsTo(email)).toEqual([]);
  expect((await service.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
});

test('a second request within a minute is rejected alike for new and existing accounts', async () => {
  const { email: existing } = await service.person();
  for (const email of [existing, 'twice@person.example']) {
    await service.client().auth.signUp({ email, password: PASSWORD });
    const { error } = await service.client().auth.signUp({ email, password: PASSWORD });
    expect(error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
    expect(error?.message).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/);
  }
});

test('an unconfirmed account is replaced by the next sign-up: only the newest link and password are valid', async () => {
  const email = 'again@person.example';
  const first = await service
    .client()
    .auth.signUp({ email, password: 'of somebody else', options: { data: { a: 1 } } });
  service.advanceClock(61);
  const second = await service.client().auth.signUp({ email, password: PASSWORD, options: { data: { b: 2 } } });
  expect(second.data.user?.id).not.toBe(first.data.user?.id);
  const [old, fresh] = await service.mailsTo(email);
  expect((await service.request(old?.link ?? '')).headers.get('location')).toContain('error_code=otp_expired');
  expect((await service.request(fresh?.link ?? '')).headers.get('location')).toContain('access_token=');
  const stranger = await service.client().auth.signInWithPassword({ email, password: 'of somebody else' });
  expect(stranger.error?.code).toBe('invalid_credentials');
  const { data, error } = await service.client().auth.signInWithPassword({ email, password: PASSWORD });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ user_metadata: { b: 2 }, app_metadata: { confirmed_by: 'sign_up_mail' } });
  expect(data.user?.user_metadata).not.toHaveProperty('a');
});

test('two concurrent sign-ups create one account', async () => {
  const credentials = { email: 'race@person.example', password: PASSWORD };
  const answers = await Promise.all([1, 2, 3].map(() => service.client().auth.signUp(credentials)));
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  expect(answers.filter(({ error }) => error?.code === 'over_email_send_rate_limit')).toHaveLength(2);
  expect(await service.mailsTo(credentials.email)).toHaveLength(1);
});

test('two concurrent sign-ups for an unconfirmed account replace it once', async () => {
  const credentials = { email: 'race-again@person.example', password: PASSWORD };
  await service.client().auth.signUp(credentials);
  service.advanceClock(61);
  const answers = await Promise.all([1, 2, 3].map(() => service.client().auth.signUp(credentials)));
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  expect(answers.filter(({ error }) => error?.code === 'over_email_send_rate_limit')).toHaveLength(2);
  expect(await service.mailsTo(credentials.email)).toHaveLength(2);
});

test.each([
  [{ email: 'x@person.example', password: '12345' }, 422, 'weak_password'],
  [{ email: 'x@person.example', password: '' }, 400, 'validation_failed'],
  [{ email: 'x@person.example', password: 'x'.repeat(73) }, 400, 'validation_failed'],
  [{ email: 'x@person', password: PASSWORD }, 400, 'validation_failed'],
  [{ phone: '+911412345678', password: PASSWORD }, 400, 'phone_provider_disabled'],
])('%j is rejected', async (credentials, status, code) => {
  const { error } = await service.client().auth.signUp(credentials);
  expect(error).toMatchObject({ status, code });
});

test('without confirmation a sign-up signs in, and reveals existing accounts', async () => {
  const open = service.withSettings({ confirmEmail: false });
  const credentials = { email: 'open@person.example', password: PASSWORD };
  const { data, error } = await open.client().auth.signUp(credentials);
  expect(error).toBeNull();
  expect(data.session?.access_token).toBeTruthy();
  const again = await open.client().auth.signUp(credentials);
  expect(again.error).toMatchObject({ status: 422, code: 'user_already_exists', message: 'User already registered' });
});

test('with sign-up switched off nobody signs up', async () => {
  const { client } = service.withSettings({ allowSignup: false });
  const { error } = await client().auth.signUp({ email: 'closed@person.example', password: PASSWORD });
  expect(error).toMatchObject({ status: 422, code: 'signup_disabled' });
});

test('sign-ups of one client address are limited', async () => {
  const client = service.client('203.0.113.9');
  const codes = [];
  for (let i = 0; i < 31; i += 1) {
    const { error } = await client.auth.signUp({ email: `many${i}@person.example`, password: 'short' });
    codes.push(error?.code);
  }
  expect(codes.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 'weak_password'));
  expect(codes[30]).toBe('over_request_rate_limit');
  expect(service.logged()).toBe('');
});
