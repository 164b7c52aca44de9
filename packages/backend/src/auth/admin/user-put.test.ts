import { randomInt, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { PASSWORD, startTestAuth } from '#tests/support/auth-fixture.ts';
import { openLink, linkTo } from '#tests/support/pkce.ts';
import { startForTests } from '#tests/support/start-for-tests.ts';

const service = startForTests(startTestAuth);

async function change(id: unknown, body: object): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${service.keys.serviceRoleKey}` };
  const init = { method: 'PUT', headers, body: JSON.stringify(body) };
  const answer = await service.request(`/admin/users/${String(id)}`, init);
  expect(answer.status).toBe(200);
  return answer.json();
}

async function setPassword(email: string): Promise<void> {
  const [user] = await service.query('select id from auth.users where email = $1', [email]);
  await change(user?.['id'], { password: 'set by an administrator' });
}

test('a password set by an administrator makes the links and codes that were mailed before invalid', async () => {
  const { email } = await service.person();
  await service.client().auth.resetPasswordForEmail(email);
  const mail = (await service.mailsTo(email)).at(-1);
  await setPassword(email);
  expect((await openLink(service, mail?.link ?? '')).href).toContain('otp_expired');
  const { error } = await service.client().auth.verifyOtp({ type: 'recovery', email, token: mail?.code ?? '' });
  expect(error?.code).toBe('otp_expired');
});

test('a password set by an administrator ends a PKCE flow whose link was followed before', async () => {
  const { email } = await service.person();
  const client = service.pkceClient();
  await client.auth.resetPasswordForEmail(email);
  const address = await openLink(service, await linkTo(service, email));
  await setPassword(email);
  const { error } = await client.auth.exchangeCodeForSession(address.searchParams.get('code') ?? '');
  expect(error?.code).toBe('flow_state_not_found');
});

test('another address of an unconfirmed account stays unconfirmed, and ends the link to the first', async () => {
  const [first, email] = [`${randomUUID()}@person.example`, `${randomUUID()}@person.example`];
  const { data } = await service.client().auth.signUp({ email: first, password: PASSWORD });
  const changed = await change(data.user?.id, { email });
  expect(changed).toMatchObject({ email, user_metadata: { email }, identities: [{ identity_data: { email } }] });
  expect(changed).not.toHaveProperty('email_confirmed_at');
  const [mail] = await service.mailsTo(first);
  expect((await openLink(service, mail?.link ?? '')).href).toContain('otp_expired');
});

test('another address of a confirmed account is confirmed, and metadata of the caller is kept', async () => {
  const { client } = await service.person();
  const { data } = await client.auth.updateUser({ data: { email: 'private@person.example' } });
  const email = `${randomUUID()}@person.example`;
  for (const again of [email, email]) {
    expect(await change(data.user?.id, { email: again })).toMatchObject({
      email,
      email_confirmed_at: expect.any(String),
      user_metadata: { email: 'private@person.example' },
    });
  }
});

test('a number is confirmed only where the caller says so, and then the account is not anonymous', async () => {
  const open = service.withSettings({ auth: { anonymousSignIns: true } });
  const { data } = await open.client().auth.signInAnonymously();
  const phone = `9198${randomInt(10_000_000, 99_999_999)}`;
  const given = await change(data.user?.id, { phone });
  expect(given).toMatchObject({ phone, is_anonymous: true, identities: [{ provider: 'phone' }] });
  expect(given).not.toHaveProperty('phone_confirmed_at');
  const confirmed = { phone, phone_confirmed_at: expect.any(String) };
  expect(await change(data.user?.id, { phone, phone_confirm: true })).toMatchObject(confirmed);
  expect(await change(data.user?.id, { phone })).toMatchObject(confirmed);
  const next = `9198${randomInt(10_000_000, 99_999_999)}`;
  expect(await change(data.user?.id, { phone: next, phone_confirm: true })).toMatchObject({
    ...confirmed,
    phone: next,
    is_anonymous: false,
  });
});
