import { expect, test } from 'vitest';
import { startTestAuth } from '#tests/support/auth-fixture.ts';
import { followLink, linkTo } from '#tests/support/pkce.ts';
import { startForTests } from '#tests/support/start-for-tests.ts';

const service = startForTests(startTestAuth);

async function setPassword(email: string): Promise<void> {
  const [user] = await service.query('select id from auth.users where email = $1', [email]);
  const answer = await service.request(`/admin/users/${String(user?.['id'])}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${service.keys.serviceRoleKey}` },
    body: JSON.stringify({ password: 'set by an administrator' }),
  });
  expect(answer.status).toBe(200);
}

test('a password set by an administrator makes the links and codes that were mailed before invalid', async () => {
  const { email } = await service.person();
  await service.client().auth.resetPasswordForEmail(email);
  const mail = (await service.mailsTo(email)).at(-1);
  await setPassword(email);
  expect((await followLink(service, mail?.link ?? '')).href).toContain('otp_expired');
  const { error } = await service.client().auth.verifyOtp({ type: 'recovery', email, token: mail?.code ?? '' });
  expect(error?.code).toBe('otp_expired');
});

test('a password set by an administrator ends a PKCE flow whose link was followed before', async () => {
  const { email } = await service.person();
  const client = service.pkceClient();
  await client.auth.resetPasswordForEmail(email);
  const address = await followLink(service, await linkTo(service, email));
  await setPassword(email);
  const { error } = await client.auth.exchangeCodeForSession(address.searchParams.get('code') ?? '');
  expect(error?.code).toBe('flow_state_not_found');
});
