import { expect, test } from 'vitest';
import { PASSWORD, SITE, startTestAuth } from '#tests/support/auth-fixture.ts';
import { startForTests } from '#tests/support/start-for-tests.ts';

const service = startForTests(startTestAuth);

test('the link of the mail allows a new password', async () => {
  const { email } = await service.person();
  const asked = await service.client().auth.resetPasswordForEmail(email, { redirectTo: `${SITE}/auth?reset=1` });
  expect(asked).toMatchObject({ data: {}, error: null });
  const mail = (await service.mailsTo(email)).at(-1);
  expect(mail).toMatchObject({ kind: 'recovery', subject: 'Choose a new password for firm.example' });
  const location = new URL((await service.request(mail?.link ?? '')).headers.get('location') ?? '');
  expect(location.href).toMatch(`${SITE}/auth?reset=1#`);
  const landing = new URLSearchParams(location.hash.slice(1));
  expect(landing.get('type')).toBe('recovery');

  const client = service.client();
  const tokens = { access_token: landing.get('access_token') ?? '', refresh_token: landing.get('refresh_token') ?? '' };
  await client.auth.setSession(tokens);
  expect((await client.auth.updateUser({ password: 'quite another' })).error).toBeNull();
  expect((await service.client().auth.signInWithPassword({ email, password: 'quite another' })).error).toBeNull();
});

test('the link also confirms an unconfirmed address', async () => {
  const email = 'unconfirmed@person.example';
  await service.client().auth.signUp({ email, password: PASSWORD });
  await service.client().auth.resetPasswordForEmail(email);
  const mail = (await service.mailsTo(email)).find(({ kind }) => kind === 'recovery');
  const { data } = await service.client().auth.verifyOtp({ type: 'recovery', token_hash: mail?.token ?? '' });
  expect(data.user?.confirmed_at).toBeTruthy();
});

test('after an hour the link has expired', async () => {
  const { email } = await service.person();
  await service.client().auth.resetPasswordForEmail(email);
  service.advanceClock(3601);
  const mail = (await service.mailsTo(email)).at(-1);
  const { error } = await service.client().auth.verifyOtp({ type: 'recovery', token_hash: mail?.token ?? '' });
  expect(error?.code).toBe('otp_expired');
});

test('the response does not tell whether an account exists', async () => {
  const { email: known } = await service.person();
  for (const email of [known, 'unknown@person.example']) {
    expect((await service.client().auth.resetPasswordForEmail(email)).error).toBeNull();
    const soon = await service.client().auth.resetPasswordForEmail(email);
    expect(soon.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
    service.advanceClock(61);
    expect((await service.client().auth.resetPasswordForEmail(email)).error).toBeNull();
  }
  expect(await service.mailsTo('unknown@person.example')).toEqual([]);
});

test.each(['{}', '{"email":"nonsense"}', '{"email":7}', 'nonsense'])('%s is rejected', async (body) => {
  expect((await service.request('/recover', { method: 'POST', body })).status).toBe(400);
  expect(service.logged()).toBe('');
});
