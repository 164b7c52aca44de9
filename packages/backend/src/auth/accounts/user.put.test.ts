import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { PASSWORD, startTestAuth } from '#tests/support/auth-fixture.ts';
import { startForTests } from '#tests/support/start-for-tests.ts';

const service = startForTests(startTestAuth);

test('metadata is merged, and null deletes a key', async () => {
  const { client } = await service.person();
  await client.auth.updateUser({ data: { name: 'Asha', town: 'Jaipur' } });
  const { data } = await client.auth.updateUser({ data: { town: null } });
  expect(data.user?.user_metadata).toMatchObject({ name: 'Asha', email_verified: true });
  expect(data.user?.user_metadata).not.toHaveProperty('town');
});

test('metadata does not grow beyond its limit by small changes', async () => {
  const { client } = await service.person();
  const add = async (key: string) => (await client.auth.updateUser({ data: { [key]: 'x'.repeat(3500) } })).error;
  expect([await add('a'), await add('b')]).toEqual([null, null]);
  expect(await add('c')).toMatchObject({ status: 400, code: 'validation_failed' });
  expect((await client.auth.updateUser({ data: { a: null } })).error).toBeNull();
  expect(await add('c')).toBeNull();
});

test('a new password ends other sessions and invalidates older links', async () => {
  const { client, email } = await service.person();
  const other = service.client();
  await other.auth.signInWithPassword({ email, password: PASSWORD });
  await service.client().auth.resetPasswordForEmail(email);
  const { error } = await client.auth.updateUser({ password: 'quite another' });
  expect(error).toBeNull();
  expect((await client.auth.getUser()).error).toBeNull();
  expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  const recovery = (await service.mailsTo(email)).find(({ kind }) => kind === 'recovery');
  expect((await service.request(recovery?.link ?? '')).headers.get('location')).toContain('otp_expired');
  expect((await service.client().auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
    'invalid_credentials',
  );
  expect((await service.client().auth.signInWithPassword({ email, password: 'quite another' })).error).toBeNull();
});

test.each([
  [{ password: PASSWORD }, 422, 'same_password'],
  [{ password: '12345' }, 422, 'weak_password'],
  [{ password: '' }, 422, 'weak_password'],
  [{ password: 'quite another', current_password: 'wrong' }, 400, 'current_password_invalid'],
  [{ app_metadata: { role: 'admin' } }, 403, 'not_admin'],
  [{ phone: '+911412345678' }, 400, 'phone_provider_disabled'],
  [{ email: 'nonsense' }, 400, 'validation_failed'],
  [{ data: { about: 'x'.repeat(5000) } }, 400, 'validation_failed'],
])('%j is rejected', async (params, status, code) => {
  const { accessToken } = await service.person();
  const headers = { authorization: `Bearer ${accessToken}` };
  const answer = await service.request('/user', { method: 'PUT', headers, body: JSON.stringify(params) });
  expect([answer.status, answer.headers.get('x-sb-error-code') ?? (await answer.json()).code]).toEqual([status, code]);
});

test('a new address is set when both addresses have confirmed, in either order', async () => {
  const { client, email } = await service.person();
  const wanted = `${randomUUID()}@new.example`;
  const { data } = await client.auth.updateUser({ email: wanted });
  expect(data.user).toMatchObject({ email, new_email: wanted });
  const [atNew] = await service.mailsTo(wanted);
  const atOld = (await service.mailsTo(email)).find(({ kind }) => kind === 'email_change');

  const half = await service.request(atNew?.link ?? '');
  expect(half.headers.get('location')).toContain('#message=Confirmation+link+accepted.');
  expect((await client.auth.getUser()).data.user?.email).toBe(email);
  expect((await service.request(atNew?.link ?? '')).headers.get('location')).toContain('otp_expired');

  const { data: whole, error } = await service
    .client()
    .auth.verifyOtp({ type: 'email_change', token_hash: atOld?.token ?? '' });
  expect(error).toBeNull();
  expect(whole.user).toMatchObject({ email: wanted, identities: [{ email: wanted }] });
  expect(whole.user).not.toHaveProperty('new_email');
  expect((await service.client().auth.signInWithPassword({ email: wanted, password: PASSWORD })).error).toBeNull();
});

test('an address that is taken is rejected, also when it was taken meanwhile', async () => {
  const { email: taken } = await service.person();
  const { client, email } = await service.person();
  expect((await client.auth.updateUser({ email: taken })).error).toMatchObject({ status: 422, code: 'email_exists' });

  const wanted = `${randomUUID()}@new.example`;
  await client.auth.updateUser({ email: wanted });
  const [atNew] = await service.mailsTo(wanted);
  const atOld = (await service.mailsTo(email)).find(({ kind }) => kind === 'email_change');
  await service.client().auth.signUp({ email: wanted, password: PASSWORD });
  await service.request(atNew?.link ?? '');
  expect((await service.request(atOld?.link ?? '')).headers.get('location')).toContain('error_code=email_exists');
});

test('without confirmation a new address is set at once', async () => {
  const open = service.withSettings({ confirmEmail: false }).client();
  await open.auth.signUp({ email: 'before@person.example', password: PASSWORD });
  const { data } = await open.auth.updateUser({ email: 'after@person.example' });
  expect(data.user?.email).toBe('after@person.example');
});

test('without confirmation, too, links that were mailed to the old address open nothing', async () => {
  const { email, client } = await service.person();
  const { data } = await client.auth.getSession();
  await service.client().auth.resetPasswordForEmail(email);
  const headers = { authorization: `Bearer ${data.session?.access_token}` };
  const body = JSON.stringify({ email: `${randomUUID()}@new.example` });
  const open = service.withSettings({ confirmEmail: false });
  expect((await open.request('/user', { method: 'PUT', headers, body })).status).toBe(200);
  const [mail] = await service.mailsTo(email);
  expect((await service.request(mail?.link ?? '')).headers.get('location')).toContain('otp_expired');
  expect(service.logged()).toBe('');
});

test('a new password may come with the present one', async () => {
  const { client } = await service.person();
  const { error } = await client.auth.updateUser({ password: 'quite another', current_password: PASSWORD });
  expect(error).toBeNull();
});
