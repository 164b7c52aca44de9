import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AuthTestClient,
  type TestAuth,
  PASSWORD,
  startTestAuth,
  randomAddress,
} from '#tests/support/auth-fixture.ts';

let service: TestAuth;
let open: Pick<TestAuth, 'client' | 'request'>;
beforeAll(async () => {
  service = await startTestAuth();
  open = service.withSettings({ auth: { anonymousSignIns: true } });
});
afterAll(() => service.stop());

const newEmail = () => `${randomUUID()}@person.example`;

async function anonymous(address?: string): Promise<{ client: AuthTestClient; id: string; accessToken: string }> {
  const client = open.client(address);
  const { data, error } = await client.auth.signInAnonymously({ options: { data: { name: 'Asha' } } });
  if (error || !data.session) throw error ?? new Error('no session');
  return { client, id: data.session.user.id, accessToken: data.session.access_token };
}

const newestTo = async (email: string) => (await service.mailsTo(email)).at(-1);

test('an anonymous account has no address, no identity and says so in its token', async () => {
  const { client } = await anonymous();
  const { data } = await client.auth.getUser();
  expect(data.user).toMatchObject({
    email: '',
    phone: '',
    is_anonymous: true,
    role: 'authenticated',
    identities: [],
    app_metadata: {},
    user_metadata: { name: 'Asha' },
  });
  const { data: claims } = await client.auth.getClaims();
  expect(claims?.claims).toMatchObject({ is_anonymous: true, amr: [{ method: 'anonymous' }], aal: 'aal1' });
  expect((await client.auth.refreshSession()).error).toBeNull();
});

test('anonymous accounts are off by default, and with sign-ups', async () => {
  expect((await service.client().auth.signInAnonymously()).error).toMatchObject({
    status: 422,
    code: 'anonymous_provider_disabled',
  });
  const closed = service.withSettings({ allowSignup: false, auth: { anonymousSignIns: true } });
  expect((await closed.client().auth.signInAnonymously()).error).toMatchObject({
    status: 422,
    code: 'signup_disabled',
  });
  const settings = async ({ request }: Pick<TestAuth, 'request'>) =>
    (await (await request('/settings')).json()).external.anonymous_users;
  expect([await settings(service), await settings(open)]).toEqual([false, true]);
});

test('one address gets at most twenty anonymous accounts an hour', async () => {
  const codes = [];
  for (let i = 0; i < 21; i += 1) {
    codes.push((await open.client('198.51.100.9').auth.signInAnonymously()).error?.code);
  }
  expect(codes.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => undefined));
  expect(codes.at(-1)).toBe('over_request_rate_limit');
});

test('an address makes it an ordinary account, with the same id, when it is confirmed', async () => {
  const address = randomAddress();
  const { client, id } = await anonymous(address);
  const email = newEmail();
  const { data: asked } = await client.auth.updateUser({ email, password: PASSWORD });
  expect(asked.user).toMatchObject({ id, email: '', new_email: email, is_anonymous: true });
  expect((await service.client().auth.signInWithPassword({ email, password: PASSWORD })).error).not.toBeNull();
  const mail = await newestTo(email);
  expect(mail?.kind).toBe('add_address');
  expect(mail?.text).toContain(email);
  const followed = await service.request(mail?.link ?? '', { address });
  expect(followed.headers.get('location')).toContain('access_token=');

  const { data } = await service.client().auth.signInWithPassword({ email, password: PASSWORD });
  expect(data.user).toMatchObject({
    id,
    email,
    is_anonymous: false,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { name: 'Asha', email, email_verified: true },
    identities: [{ provider: 'email', email }],
  });
  await client.auth.refreshSession();
  expect((await client.auth.getClaims()).data?.claims.is_anonymous).toBe(false);
});

test('the code of the mail confirms the address too', async () => {
  const { client, id } = await anonymous();
  const email = newEmail();
  await client.auth.updateUser({ email });
  const token = (await newestTo(email))?.code ?? '';
  const { data } = await service.client().auth.verifyOtp({ type: 'email_change', email, token });
  expect(data.user).toMatchObject({ id, email, is_anonymous: false });
});

test('without confirmation of addresses the account is an ordinary one at once', async () => {
  const { client } = await anonymous();
  const { data: session } = await client.auth.getSession();
  const quick = service.withSettings({ confirmEmail: false, auth: { anonymousSignIns: true } });
  const email = newEmail();
  const answer = await quick.request('/user', {
    method: 'PUT',
    headers: { authorization: `Bearer ${session.session?.access_token}` },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  expect(await answer.json()).toMatchObject({ email, is_anonymous: false, identities: [{ email }] });
});

test('an anonymous account does not learn which addresses have accounts, and cannot take one', async () => {
  const { email: taken } = await service.person();
  const before = await service.mailsTo(taken);
  const shapes = [];
  for (const email of [taken, newEmail()]) {
    const { client, id } = await anonymous();
    const { data, error } = await client.auth.updateUser({ email });
    expect(error).toBeNull();
    const again = await client.auth.updateUser({ email });
    const text = JSON.stringify([data.user, again.error?.code]).replaceAll(email, 'EMAIL').replaceAll(id, 'ID');
    shapes.push(text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'));
  }
  expect(shapes[0]).toBe(shapes[1]);
  expect(await service.mailsTo(taken)).toEqual(before);
  const owners = await service.query('select is_anonymous from auth.users where email = $1', [taken]);
  expect(owners).toEqual([{ is_anonymous: false }]);
});

test('a link of an earlier request does not confirm an address that is taken', async () => {
  const { email: taken } = await service.person();
  const { client } = await anonymous();
  const free = newEmail();
  await client.auth.updateUser({ email: free });
  service.advanceClock(61);
  expect((await client.auth.updateUser({ email: taken })).error).toBeNull();
  await service.query('delete from auth.users where email = $1', [taken]);
  const location = (await service.request((await newestTo(free))?.link ?? '')).headers.get('location');
  expect(location).toContain('error_code=otp_expired');
});

test('an address that was taken meanwhile is not given to the anonymous account', async () => {
  const { client } = await anonymous();
  const email = newEmail();
  await client.auth.updateUser({ email });
  const link = (await newestTo(email))?.link ?? '';
  await service.client().auth.signUp({ email, password: PASSWORD });
  expect((await service.request(link)).headers.get('location')).toContain('error_code=email_exists');
  expect((await client.auth.getUser()).data.user?.email).toBe('');
});

test.each([
  ['PUT', '/user', { password: PASSWORD }, 422, 'validation_failed'],
  ['PUT', '/user', { app_metadata: { role: 'admin' } }, 403, 'not_admin'],
  ['PUT', '/user', { is_anonymous: false, role: 'service_role', data: {} }, 200, null],
  ['POST', '/factors', { factor_type: 'totp', friendly_name: 'App' }, 403, 'no_authorization'],
  ['GET', '/reauthenticate', undefined, 400, 'validation_failed'],
  ['GET', '/admin/users', undefined, 403, 'not_admin'],
  ['DELETE', `/user/identities/${randomUUID()}`, undefined, 404, 'manual_linking_disabled'],
  ['DELETE', '/user/identities/none', undefined, 404, 'manual_linking_disabled'],
  ['GET', '/user/identities/authorize?provider=none', undefined, 404, 'manual_linking_disabled'],
])('%s %s with %j from an anonymous account answers %i %s', async (method, path, body, status, code) => {
  const { client, accessToken } = await anonymous();
  const headers = { authorization: `Bearer ${accessToken}` };
  const answer = await open.request(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([status, code]);
  expect((await client.auth.getUser()).data.user).toMatchObject({ is_anonymous: true, role: 'authenticated' });
});

test('where addresses are not confirmed, an address that is taken is said to be', async () => {
  const { email } = await service.person();
  const client = service.withSettings({ confirmEmail: false, auth: { anonymousSignIns: true } }).client();
  await client.auth.signInAnonymously();
  expect((await client.auth.updateUser({ email })).error).toMatchObject({ status: 422, code: 'email_exists' });
});
