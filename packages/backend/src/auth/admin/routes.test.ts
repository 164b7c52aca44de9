import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startTestAuth } from '#tests/support/auth-fixture.ts';
import { startForTests } from '#tests/support/start-for-tests.ts';

const service = startForTests(startTestAuth);

type Answer = { status: number; body: Record<string, unknown>; headers: Headers };

async function ask(method: string, path: string, body?: unknown, token?: string): Promise<Answer> {
  const headers = { authorization: `Bearer ${token ?? service.keys.serviceRoleKey}` };
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const answer = await service.request(`/admin${path}`, init);
  return { status: answer.status, body: await answer.json(), headers: answer.headers };
}

const codeOf = ({ status, body }: Answer) => [status, body['error_code']];

const ENDPOINTS = [
  ['GET', '/users'],
  ['POST', '/users'],
  ['GET', `/users/${randomUUID()}`],
  ['PUT', `/users/${randomUUID()}`],
  ['DELETE', `/users/${randomUUID()}`],
  ['GET', `/users/${randomUUID()}/factors`],
  ['DELETE', `/users/${randomUUID()}/factors/${randomUUID()}`],
  ['POST', '/generate_link'],
  ['GET', '/audit'],
] as const;

test.each(ENDPOINTS)('%s /admin%s is for the service key only', async (method, path) => {
  const { accessToken } = await service.person();
  const body = method === 'GET' ? undefined : { email: 'x@person.example', type: 'magiclink' };
  expect(codeOf(await ask(method, path, body, accessToken))).toEqual([403, 'not_admin']);
  expect(codeOf(await ask(method, path, body, service.keys.anonKey))).toEqual([403, 'not_admin']);
  const forged = `${accessToken.split('.')[0]}.${claims({ role: 'service_role' })}.${accessToken.split('.')[2]}`;
  expect(codeOf(await ask(method, path, body, forged))).toEqual([403, 'bad_jwt']);
  const unsigned = `${claims({ alg: 'none', typ: 'JWT' })}.${claims({ role: 'service_role' })}.`;
  expect(codeOf(await ask(method, path, body, unsigned))).toEqual([403, 'bad_jwt']);
  const anonymous = await service.request(`/admin${path}`, { method });
  expect(anonymous.status).toBe(401);
});

const claims = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

test('no account gets a role that bypasses row-level security', async () => {
  const { body: user } = await ask('POST', '/users', { email: `${randomUUID()}@person.example` });
  for (const role of ['service_role', 'supabase_admin', 'postgres', 'backend', 'x; drop table', 'Ü']) {
    expect(codeOf(await ask('PUT', `/users/${String(user['id'])}`, { role }))).toEqual([400, 'validation_failed']);
    const created = await ask('POST', '/users', { email: `${randomUUID()}@person.example`, role });
    expect(codeOf(created)).toEqual([400, 'validation_failed']);
  }
});

test.each([
  { email: 'no address' },
  { email: '' },
  { phone: '0123' },
  { phone: '1'.repeat(20) },
  { email: 'a@person.example', id: 'seven' },
  { email: 'a@person.example', ban_duration: 'forever' },
  { email: 'a@person.example', ban_duration: `${'9'.repeat(90)}h` },
  { email: 'a@person.example', ban_duration: '1h1' },
  { email: 'a@person.example', ban_duration: '1s'.repeat(100) },
  { email: 'a@person.example', password: 'x'.repeat(73) },
  { email: 'a@person.example', password_hash: 'plain text' },
  { email: 'a@person.example', password_hash: `$2b$31$${'a'.repeat(53)}` },
  { email: 'a@person.example', password: 'long enough', password_hash: `$2b$10$${'a'.repeat(53)}` },
  { email: 'a@person.example', user_metadata: { text: 'x'.repeat(5000) } },
  { email: 'a@person.example', app_metadata: { text: 'x'.repeat(5000) } },
  { email: 'a@person.example', email_confirm: 'yes' },
])('an account with %j is not created', async (body) => {
  expect(codeOf(await ask('POST', '/users', body))).toEqual([400, 'validation_failed']);
});

test('a path with something else than a UUID is no database error', async () => {
  for (const id of ['1', "'; drop table auth.users", '%00', 'x'.repeat(400)]) {
    const { status, body } = await ask('GET', `/users/${encodeURIComponent(id)}`);
    expect([status, body['error_code']]).toEqual([404, 'validation_failed']);
  }
});

test.each(['page=0', 'page=-1', 'page=x', 'per_page=0', 'per_page=1e3', `page=${'9'.repeat(30)}`])(
  'listing with %s is refused',
  async (query) => {
    expect(codeOf(await ask('GET', `/users?${query}`))).toEqual([400, 'validation_failed']);
  },
);

test('a page beyond the last is empty, and a page holds at most 1,000 accounts', async () => {
  await service.person();
  const { body, headers } = await ask('GET', '/users?page=999999999&per_page=999999999');
  expect(body['users']).toEqual([]);
  expect(headers.get('link')).toBe('<https://firm.example/auth/v1/admin/users?page=1&per_page=1000>; rel="last"');
});

test('a generated link does not lead to another site', async () => {
  const email = `${randomUUID()}@person.example`;
  for (const redirect_to of ['https://evil.example/', '//evil.example', 'https://firm.example//evil.example']) {
    const { body } = await ask('POST', '/generate_link', { type: 'magiclink', email, redirect_to });
    expect(body['redirect_to']).toBe('https://firm.example');
    expect(new URL(String(body['action_link'])).searchParams.get('redirect_to')).toBe('https://firm.example');
  }
});

test('a sign-up link of the service key takes the password of the person who registered the address first', async () => {
  const email = `${randomUUID()}@person.example`;
  await service.client().auth.signUp({ email, password: 'of a stranger', options: { data: { is: 'stranger' } } });
  const { body } = await ask('POST', '/generate_link', { type: 'signup', email, password: 'of the owner' });
  await service.request(String(body['action_link']));
  const { auth } = service.client();
  expect((await auth.signInWithPassword({ email, password: 'of a stranger' })).error?.code).toBe('invalid_credentials');
  const { data } = await auth.signInWithPassword({ email, password: 'of the owner' });
  expect(data.user?.user_metadata).not.toHaveProperty('is');
});

test('a link of a banned account opens no session', async () => {
  const email = `${randomUUID()}@person.example`;
  const { body: user } = await ask('POST', '/users', { email, email_confirm: true, ban_duration: '1h' });
  const { body: link } = await ask('POST', '/generate_link', { type: 'magiclink', email });
  const token_hash = String(link['hashed_token']);
  const verified = await service.client().auth.verifyOtp({ token_hash, type: 'magiclink' });
  expect(verified.error).toMatchObject({ status: 403, code: 'user_banned' });
  expect(await service.query('select from auth.sessions where user_id = $1', [user['id']])).toEqual([]);
});

test('a banned person cannot end the ban of an unconfirmed account by signing up again', async () => {
  const email = `${randomUUID()}@person.example`;
  const { body: user } = await ask('POST', '/users', { email, ban_duration: '1h' });
  const signUp = await service.client().auth.signUp({ email, password: 'another password' });
  expect(signUp.error).toBeNull();
  const [mail] = await service.mailsTo(email);
  const followed = await service.request(mail?.link ?? '');
  expect(followed.headers.get('location')).toContain('error_code=user_banned');
  const { body: after } = await ask('GET', `/users/${String(user['id'])}`);
  expect(after['banned_until']).toBe(user['banned_until']);
});

test('an e-mail change by the service key invalidates links that were mailed before', async () => {
  const { email } = await service.person();
  const { body: link } = await ask('POST', '/generate_link', { type: 'recovery', email });
  const { body: change } = await ask('PUT', `/users/${String(link['id'])}`, { email: `${randomUUID()}@new.example` });
  expect(change['email']).toContain('@new.example');
  const token_hash = String(link['hashed_token']);
  const verified = await service.client().auth.verifyOtp({ token_hash, type: 'recovery' });
  expect(verified.error?.code).toBe('otp_expired');
});

test('a link for another new address ends those that were mailed for the first', async () => {
  const { client, email } = await service.person();
  const [first, second] = [`${randomUUID()}@new.example`, `${randomUUID()}@new.example`];
  await client.auth.updateUser({ email: first });
  const { body: recovery } = await ask('POST', '/generate_link', { type: 'recovery', email });
  const [atFirst] = await service.mailsTo(first);
  const request = { type: 'email_change_current', email, new_email: second };
  const { body: link } = await ask('POST', '/generate_link', request);
  for (const token_hash of [atFirst?.token ?? '', String(link['hashed_token'])]) {
    await service.client().auth.verifyOtp({ token_hash, type: 'email_change' });
  }
  expect((await client.auth.getUser()).data.user?.email).toBe(email);
  const token_hash = String(recovery['hashed_token']);
  expect((await service.client().auth.verifyOtp({ token_hash, type: 'recovery' })).error).toBeNull();
});

test('recovery codes go with the last authenticator app', async () => {
  const { client } = await service.person();
  const { data } = await client.auth.getUser();
  const id = data.user?.id ?? '';
  const [first, last, codes] = [randomUUID(), randomUUID(), randomUUID()];
  await service.query(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
     select one::uuid, $1, case one when $4 then 'recovery_code' else 'totp' end::auth.factor_type, 'verified', now(), now()
     from unnest(array[$2, $3, $4]) one`,
    [id, first, last, codes],
  );
  const left = async (without: string) => {
    expect((await ask('DELETE', `/users/${id}/factors/${without}`)).status).toBe(200);
    return (await ask('GET', `/users/${id}/factors`)).body;
  };
  expect(await left(first)).toHaveLength(2);
  expect(await left(last)).toEqual([]);
});

test('nothing of the above was logged as an error', () => {
  expect(service.logged()).toBe('');
});
