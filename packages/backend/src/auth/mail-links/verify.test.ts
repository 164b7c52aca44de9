import { expect, test } from 'vitest';
import { PASSWORD, SITE, startTestAuth } from '#tests/support/auth-fixture.ts';
import { startForTests } from '#tests/support/start-for-tests.ts';

const service = startForTests(startTestAuth);

let count = 0;
async function signUp() {
  const email = `link${(count += 1)}@person.example`;
  await service.client().auth.signUp({ email, password: PASSWORD });
  const [mail] = await service.mailsTo(email);
  return { email, link: mail?.link ?? '', token: mail?.token ?? '', code: mail?.code ?? '' };
}

/** The parameters in the fragment of a redirect. */
async function follow(link: string, init?: RequestInit): Promise<Record<string, string>> {
  const answer = await service.request(link, init);
  expect(answer.status).toBe(303);
  const location = new URL(answer.headers.get('location') ?? '');
  return {
    address: location.origin + location.pathname,
    ...Object.fromEntries(new URLSearchParams(location.hash.slice(1))),
  };
}

test('the link confirms the address and gives a session', async () => {
  const { email, link } = await signUp();
  const landing = await follow(link);
  expect(landing).toMatchObject({ address: `${SITE}/`, type: 'signup', token_type: 'bearer', expires_in: '3600' });
  expect(Object.keys(landing).slice(1)).toEqual([
    'access_token',
    'expires_at',
    'expires_in',
    'refresh_token',
    'sb',
    'token_type',
    'type',
  ]);
  const client = service.client();
  const session = { access_token: landing.access_token ?? '', refresh_token: landing.refresh_token ?? '' };
  const { data, error } = await client.auth.setSession(session);
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email, user_metadata: { email_verified: true } });
  expect(data.user?.confirmed_at).toBeTruthy();
});

test('the link needs no API key and works once, and HEAD does not consume it', async () => {
  const { link } = await signUp();
  expect((await service.request(link, { method: 'HEAD' })).status).toBe(200);
  expect(await follow(link, { headers: { apikey: '' } })).toHaveProperty('access_token');
  expect(await follow(link)).toMatchObject({
    address: `${SITE}/`,
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
    sb: '',
  });
});

test('of two concurrent clicks one opens a session', async () => {
  const { link } = await signUp();
  const landings = await Promise.all([follow(link), follow(link)]);
  expect(landings.filter((landing) => 'access_token' in landing)).toHaveLength(1);
});

test('a link of another type is rejected', async () => {
  const { link } = await signUp();
  expect(await follow(link.replace('type=signup', 'type=recovery'))).toMatchObject({ error_code: 'otp_expired' });
  expect(await follow(link)).toHaveProperty('access_token');
});

test('the link expires after a day', async () => {
  const { link } = await signUp();
  service.advanceClock(86_401);
  expect(await follow(link)).toMatchObject({ error_code: 'otp_expired' });
});

test('a client may send the token alone', async () => {
  const { email, token } = await signUp();
  const both = { type: 'signup', token_hash: token, email };
  const refused = await service.request('/verify', { method: 'POST', body: JSON.stringify(both) });
  expect([refused.status, (await refused.json()).msg]).toEqual([
    400,
    'Only the token_hash and type should be provided',
  ]);
  const { data, error } = await service.client().auth.verifyOtp({ type: 'email', token_hash: token });
  expect(error).toBeNull();
  expect(data.session?.user.email).toBe(email);
});

test('the six-digit code works with its address, and guesses are limited', async () => {
  const { email, code } = await signUp();
  const wrong = await service.client().auth.verifyOtp({ type: 'signup', email, token: 'abcdef' });
  expect(wrong.error).toMatchObject({ status: 403, code: 'otp_expired', message: 'Token has expired or is invalid' });
  const { data, error } = await service.client().auth.verifyOtp({ type: 'signup', email, token: code });
  expect(error).toBeNull();
  expect(data.session?.user.email).toBe(email);
  for (let i = 0; i < 20; i += 1) await service.client().auth.verifyOtp({ type: 'signup', email, token: '000000' });
  const last = await service.client().auth.verifyOtp({ type: 'signup', email, token: '000000' });
  expect(last.error).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
});

test('right codes of a banned account are no guesses', async () => {
  const { email, code } = await signUp();
  const verify = async () =>
    (await service.client().auth.verifyOtp({ type: 'signup', email, token: code })).error?.code;
  const ban = (until: string | null) =>
    service.query('update auth.users set banned_until = $2 where email = $1', [email, until]);
  await ban('infinity');
  for (let i = 0; i < 21; i += 1) expect(await verify()).toBe('user_banned');
  await ban(null);
  expect(await verify()).toBeUndefined();
});

test('the code of a phone gets the error of a wrong code', async () => {
  const { error } = await service.client().auth.verifyOtp({ type: 'sms', phone: '+911412345678', token: '123456' });
  expect(error).toMatchObject({ status: 403, code: 'otp_expired', message: 'Token has expired or is invalid' });
});

test.each([
  [{}, 'validation_failed'],
  [{ type: 'signup' }, 'validation_failed'],
  [{ type: 'signup', token: '123456' }, 'validation_failed'],
  [{ type: 'constructor', token_hash: 'x' }, 'validation_failed'],
  [{ type: 'phone_change', phone: '91 141 2345678', token: '123456' }, 'otp_expired'],
  [{ type: 'sms', phone: '+911412345678' }, 'validation_failed'],
  [{ type: 'sms', phone: 'nonsense', token: '123456' }, 'validation_failed'],
  [{ type: 'signup', phone: '+911412345678', token: '123456' }, 'validation_failed'],
  [{ type: 'sms', email: 'a@person.example', token: '123456' }, 'validation_failed'],
  [{ type: 'email', phone: '+911412345678', email: 'a@person.example', token: '123456' }, 'validation_failed'],
  [{ type: 'signup', token_hash: 'unknown' }, 'otp_expired'],
])('POST /verify with %j is rejected', async (body, code) => {
  const answer = await service.request('/verify', { method: 'POST', body: JSON.stringify(body) });
  expect(answer.headers.get('x-sb-error-code')).toBe(code);
});

test('an invalid link gets an error without a redirect', async () => {
  for (const path of ['/verify', '/verify?type=signup', '/verify?token=x', '/verify?type=x&token=y']) {
    expect((await service.request(path)).status).toBe(400);
  }
  expect(service.logged()).toBe('');
});
