import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { PASSWORD, startTestAuth } from '#tests/support/auth-fixture.ts';
import { startForTests } from '#tests/support/start-for-tests.ts';

const service = startForTests(startTestAuth);

async function invite(email: string, data: object = {}, token = service.keys.serviceRoleKey) {
  const headers = { authorization: `Bearer ${token}` };
  const body = JSON.stringify({ email, data });
  const answer = await service.request('/invite', { method: 'POST', headers, body });
  service.advanceClock(61);
  return answer.json();
}

const newEmail = () => `${randomUUID()}@person.example`;

test('an invitation takes an account that nobody has confirmed from whoever registered it', async () => {
  const email = newEmail();
  await service.client().auth.signUp({ email, password: PASSWORD, options: { data: { is: 'stranger' } } });
  service.advanceClock(61);
  const { user_metadata: data } = await invite(email, { team: 'customs' });
  expect([data.is, data.team]).toEqual([undefined, 'customs']);
  const mail = (await service.mailsTo(email)).at(-1);
  await service.client().auth.verifyOtp({ type: 'invite', token_hash: mail?.token ?? '' });
  const { error } = await service.client().auth.signInWithPassword({ email, password: PASSWORD });
  expect(error?.code).toBe('invalid_credentials');
});

test('a second invitation adds to the data of the first', async () => {
  const email = newEmail();
  await invite(email, { team: 'customs', town: 'Delhi' });
  expect((await invite(email, { town: 'Jaipur' })).user_metadata).toMatchObject({ team: 'customs', town: 'Jaipur' });
});

test('a confirmed account is not invited, and only administrators invite', async () => {
  const { email, accessToken } = await service.person();
  expect((await invite(email)).error_code).toBe('email_exists');
  // A project without a function is_admin() has none.
  expect((await invite(newEmail(), {}, accessToken)).error_code).toBe('not_admin');
  expect(service.logged()).toBe('');
});
