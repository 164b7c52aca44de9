import { expect, test } from 'vitest';
import { asBackend } from '../../database/as-caller.ts';
import { PASSWORD, startTestAuth } from '#tests/support/auth-fixture.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { startForTests } from '#tests/support/start-for-tests.ts';
import { LONG } from '#tests/support/slowness.ts';

const service = startForTests(startTestAuth);

test('the right password gives a session whose token verifies with the public keys', async () => {
  const { client, email } = await service.person();
  const { data, error } = await client.auth.getClaims();
  expect(error).toBeNull();
  expect(data?.header).toMatchObject({ alg: 'ES256' });
  expect(data?.claims).toMatchObject({
    aud: 'authenticated',
    role: 'authenticated',
    aal: 'aal1',
    email,
    phone: '',
    is_anonymous: false,
    amr: [{ method: 'password' }],
  });
  const { data: answer } = await client.auth.getUser();
  expect(answer.user).toMatchObject({ email, id: data?.claims.sub });
  expect(answer.user?.last_sign_in_at).toMatch(/Z$/);
});

test('unknown users, wrong passwords and users without a password get the same error', async () => {
  const { email } = await service.person();
  const { email: without } = await service.person();
  await service.query('update auth.users set encrypted_password = null where email = $1', [without]);
  for (const who of [email, without, 'nobody@person.example', 'no address at all']) {
    const { error } = await service.client().auth.signInWithPassword({ email: who, password: 'wrong' });
    expect(error).toMatchObject({ status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' });
  }
});

test('only the right password reveals an unconfirmed address', async () => {
  const email = 'unconfirmed@person.example';
  await service.client().auth.signUp({ email, password: PASSWORD });
  const wrong = await service.client().auth.signInWithPassword({ email, password: 'wrong' });
  expect(wrong.error?.code).toBe('invalid_credentials');
  const right = await service.client().auth.signInWithPassword({ email, password: PASSWORD });
  expect(right.error).toMatchObject({ status: 400, code: 'email_not_confirmed', message: 'Email not confirmed' });
});

test('a banned user cannot sign in until the ban ends', async () => {
  const { email } = await service.person();
  await service.query(`update auth.users set banned_until = 'infinity' where email = $1`, [email]);
  const banned = await service.client().auth.signInWithPassword({ email, password: PASSWORD });
  expect(banned.error).toMatchObject({ status: 400, code: 'user_banned' });
  await service.query(`update auth.users set banned_until = now() - interval '1 second' where email = $1`, [email]);
  expect((await service.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
});

test('a stored password that is now too short gives a session with a warning', async () => {
  const { email } = await service.person();
  await service.query('update auth.users set encrypted_password = $2 where email = $1', [
    email,
    await hashPassword('12345'),
  ]);
  const { data, error } = await service.client().auth.signInWithPassword({ email, password: '12345' });
  expect(error).toBeNull();
  expect(data.weakPassword).toMatchObject({ reasons: ['length'] });
});

test('too many wrong passwords block only their client', async () => {
  const { email } = await service.person();
  const guesser = service.client('203.0.113.10');
  const codes = [];
  for (let i = 0; i < 11; i += 1) {
    codes.push((await guesser.auth.signInWithPassword({ email, password: `guess ${i}` })).error?.code);
  }
  expect(codes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'invalid_credentials'));
  expect(codes[10]).toBe('over_request_rate_limit');
  const right = await guesser.auth.signInWithPassword({ email, password: PASSWORD });
  expect(right.error).toMatchObject({ status: 429, message: 'Request rate limit reached' });
  expect((await service.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
});

test('the right password resets the counter of wrong ones', async () => {
  const { email } = await service.person();
  const client = service.client('203.0.113.11');
  const signIn = async (password: string) => (await client.auth.signInWithPassword({ email, password })).error?.code;
  for (const round of ['first', 'second']) {
    for (let i = 0; i < 9; i += 1) expect(await signIn('wrong'), round).toBe('invalid_credentials');
    expect(await signIn(PASSWORD), round).toBeUndefined();
  }
});

// 51 comparisons of bcrypt.
test('guesses from many addresses are limited too', LONG, async () => {
  const email = 'target@person.example';
  const codes = new Set<string | undefined>();
  for (let i = 0; i < 51; i += 1) {
    codes.add((await service.client().auth.signInWithPassword({ email, password: `guess ${i}` })).error?.code);
  }
  expect([...codes]).toEqual(['invalid_credentials', 'over_request_rate_limit']);
});

test.each([
  ['?grant_type=password', '{}', 400, 'validation_failed'],
  ['?grant_type=password', '{"phone":"+91141","password":"x"}', 400, 'phone_provider_disabled'],
  ['?grant_type=password', '{"email":{},"password":"x"}', 400, 'validation_failed'],
  ['', '{}', 400, 'invalid_credentials'],
])('POST /token%s with %s gets its own error', async (query, body, status, code) => {
  const answer = await service.request(`/token${query}`, { method: 'POST', body });
  expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([status, code]);
});

test('sessions store the client that opened them', async () => {
  const { email } = await service.person();
  await service.client('203.0.113.77').auth.signInWithPassword({ email, password: PASSWORD });
  const { rows } = await asBackend(service.database, (query) =>
    query(`select host(ip) as ip from auth.sessions s join auth.users u on u.id = s.user_id where email = $1`, [email]),
  );
  expect(rows).toContainEqual({ ip: '203.0.113.77' });
  expect(service.logged()).toBe('');
});
