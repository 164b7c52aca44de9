import { expect, test } from 'vitest';
import { PASSWORD, startTestAuth } from '#tests/support/auth-fixture.ts';
import { ACCOUNT_RATES } from '../limits.ts';
import { startForTests } from '#tests/support/start-for-tests.ts';

const service = startForTests(startTestAuth);

test('a confirmation is sent again after a minute, and only the newest link works', async () => {
  const email = 'late@person.example';
  await service.client().auth.signUp({ email, password: PASSWORD });
  const soon = await service.client().auth.resend({ type: 'signup', email });
  expect(soon.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
  service.advanceClock(61);
  expect((await service.client().auth.resend({ type: 'signup', email })).error).toBeNull();
  const [old, fresh] = await service.mailsTo(email);
  expect((await service.request(old?.link ?? '')).headers.get('location')).toContain('otp_expired');
  expect((await service.request(fresh?.link ?? '')).headers.get('location')).toContain('access_token');
});

test('unknown and confirmed addresses get the same response and no mail', async () => {
  const { email } = await service.person();
  for (const who of [email, 'unknown@person.example']) {
    expect((await service.client().auth.resend({ type: 'signup', email: who })).error).toBeNull();
    expect((await service.client().auth.resend({ type: 'signup', email: who })).error?.code).toBe(
      'over_email_send_rate_limit',
    );
  }
  for (const who of [email, 'unknown@person.example']) expect(await service.mailsTo(who)).toEqual([]);
});

test('both mails of a change of address are sent again', async () => {
  const { client, email } = await service.person();
  await client.auth.updateUser({ email: 'moved@person.example' });
  service.advanceClock(61);
  expect((await service.client().auth.resend({ type: 'email_change', email })).error).toBeNull();
  expect(await service.mailsTo('moved@person.example')).toHaveLength(2);
  expect((await service.mailsTo(email)).filter(({ kind }) => kind === 'email_change')).toHaveLength(2);
});

test('mails of a change count for the new address too', async () => {
  const { client, email } = await service.person();
  const target = 'bombed@person.example';
  await client.auth.updateUser({ email: target });
  const codes: (string | undefined)[] = [];
  for (let n = 0; n < 8; n += 1) {
    service.advanceClock(61);
    codes.push((await client.auth.resend({ type: 'email_change', email })).error?.code);
  }
  expect(await service.mailsTo(target)).toHaveLength(ACCOUNT_RATES.mail.address);
  expect(codes.at(-1)).toBe('over_email_send_rate_limit');
});

test.each([
  ['{}', 'validation_failed'],
  ['{"type":"signup"}', 'validation_failed'],
  ['{"type":"recovery","email":"a@person.example"}', 'validation_failed'],
  ['{"type":"sms","phone":"+91141"}', 'phone_provider_disabled'],
])('%s is rejected', async (body, code) => {
  const answer = await service.request('/resend', { method: 'POST', body });
  expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([400, code]);
  expect(service.logged()).toBe('');
});
