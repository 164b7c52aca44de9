import { expect, test } from 'vitest';
import { startTestAuth } from '#tests/support/auth-fixture.ts';
import { startForTests } from '#tests/support/start-for-tests.ts';

const service = startForTests(startTestAuth);

async function ask(authorization?: string): Promise<string> {
  const answer = await service.request('/user', { headers: authorization ? { authorization } : {} });
  return `${answer.status} ${answer.headers.get('x-sb-error-code') ?? (await answer.json()).email}`;
}

test('a user reads their own account', async () => {
  const { email, accessToken } = await service.person();
  expect(await ask(`Bearer ${accessToken}`)).toBe(`200 ${email}`);
});

test('invalid bearer tokens get the right errors', async () => {
  const { accessToken } = await service.person();
  expect(await ask()).toBe('401 no_authorization');
  expect(await ask('Basic YTpi')).toBe('401 no_authorization');
  expect(await ask('Bearer a.b.c')).toBe('403 bad_jwt');
  expect(await ask(`Bearer ${accessToken.slice(0, -9)}AAAAAAAAA`)).toBe('403 bad_jwt');
  expect(await ask(`Bearer ${service.keys.anonKey}`)).toBe('403 bad_jwt');
  expect(await ask(`Bearer ${service.keys.serviceRoleKey}`)).toBe('403 bad_jwt');
  expect(await ask(`Bearer ${await service.keys.sign({ sub: 'nobody', role: 'authenticated' })}`)).toBe('403 bad_jwt');
  const ids = { sub: crypto.randomUUID(), session_id: crypto.randomUUID() };
  expect(await ask(`Bearer ${await service.keys.sign(ids)}`)).toBe('403 user_not_found');
});

test('a token of one user does not open the session of another', async () => {
  const [one, other] = [await service.person(), await service.person()];
  const mine = (await one.client.auth.getClaims()).data?.claims;
  const theirs = (await other.client.auth.getClaims()).data?.claims;
  const mixed = await service.keys.sign({ sub: mine?.sub, session_id: theirs?.session_id });
  expect(await ask(`Bearer ${mixed}`)).toBe('403 session_not_found');
});

test('an expired token and a banned user are rejected', async () => {
  const { email, accessToken } = await service.person();
  await service.query(`update auth.users set banned_until = 'infinity' where email = $1`, [email]);
  expect(await ask(`Bearer ${accessToken}`)).toBe('403 user_banned');
  service.advanceClock(3700);
  expect(await ask(`Bearer ${accessToken}`)).toBe('403 bad_jwt');
  expect(service.logged()).toBe('');
});

test('an account without a password says so until one is set, also in the stored session', async () => {
  const { email } = await service.person();
  await service.client().auth.resetPasswordForEmail(email);
  const mail = (await service.mailsTo(email)).find(({ kind }) => kind === 'recovery');
  await service.query(`update auth.users set encrypted_password = '' where email = $1`, [email]);
  const client = service.client();
  const { data } = await client.auth.verifyOtp({ type: 'recovery', token_hash: mail?.token ?? '' });
  expect(data.user?.app_metadata).toMatchObject({ provider: 'email', needs_password: true });
  const { data: changed } = await client.auth.updateUser({ password: 'chosen later' });
  expect(changed.user?.app_metadata).not.toHaveProperty('needs_password');
  expect((await client.auth.getSession()).data.session?.user.app_metadata).not.toHaveProperty('needs_password');
});
