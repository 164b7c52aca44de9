import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuthTestClient, type TestAuth, PASSWORD, startTestAuth } from '#tests/support/auth-fixture.ts';

let service: TestAuth;
let secure: Pick<TestAuth, 'client' | 'request'>;
beforeAll(async () => {
  service = await startTestAuth();
  secure = service.withSettings({ auth: { securePasswordChange: true } });
});
afterAll(() => service.stop());

const DAY = 24 * 3600;

/** A person whose session is older than a day, but not expired. */
async function personOfYesterday() {
  const { email } = await service.person();
  const client = secure.client();
  const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  service.advanceClock(DAY + 1);
  await client.auth.refreshSession();
  return { client, email, userId: data.user?.id ?? '' };
}

async function askForCode(client: AuthTestClient, email: string): Promise<string> {
  expect((await client.auth.reauthenticate()).error).toBeNull();
  return (await service.mailsTo(email)).at(-1)?.code ?? '';
}

const change = async (client: AuthTestClient, password: string, nonce?: string) => {
  const { error } = await client.auth.updateUser({ password, ...(nonce !== undefined && { nonce }) });
  return error ? [error.status, error.code] : 'changed';
};

test('an old session needs a mailed code for a new password', async () => {
  const { client, email } = await personOfYesterday();
  expect(await change(client, 'quite another')).toEqual([400, 'reauthentication_needed']);
  expect(await change(client, 'quite another', '')).toEqual([400, 'reauthentication_needed']);
  const code = await askForCode(client, email);
  expect((await service.mailsTo(email)).at(-1)).toMatchObject({ kind: 'reauthentication', token: '' });
  expect(await change(client, 'quite another', code)).toBe('changed');
  expect((await service.client().auth.signInWithPassword({ email, password: 'quite another' })).error).toBeNull();
});

test('a code is used once', async () => {
  const { client, email } = await personOfYesterday();
  const code = await askForCode(client, email);
  expect(await change(client, 'quite another', code)).toBe('changed');
  expect(await change(client, 'and a third one', code)).toEqual([422, 'reauthentication_not_valid']);
});

test('of two concurrent changes with one code one succeeds', async () => {
  const { client, email } = await personOfYesterday();
  const code = await askForCode(client, email);
  const answers = await Promise.all([change(client, 'quite another', code), change(client, 'a third one', code)]);
  expect(answers.filter((answer) => answer === 'changed')).toHaveLength(1);
});

test('a code of another person, a wrong one and an expired one are rejected', async () => {
  const [mine, theirs] = [await personOfYesterday(), await personOfYesterday()];
  await mine.client.auth.refreshSession();
  const code = await askForCode(mine.client, mine.email);
  const foreign = await askForCode(theirs.client, theirs.email);
  const wrong = code === '000000' ? '000001' : '000000';
  for (const nonce of [foreign === code ? wrong : foreign, wrong, 'nonsense', `${code}0`]) {
    expect(await change(mine.client, 'quite another', nonce)).toEqual([422, 'reauthentication_not_valid']);
  }
  service.advanceClock(3601);
  await mine.client.auth.refreshSession();
  expect(await change(mine.client, 'quite another', code)).toEqual([422, 'reauthentication_not_valid']);
});

test('a code that signs in is no nonce, and a nonce does not sign in', async () => {
  const { client, email } = await personOfYesterday();
  await service.client().auth.signInWithOtp({ email });
  const signsIn = (await service.mailsTo(email)).at(-1)?.code ?? '';
  expect(await change(client, 'quite another', signsIn)).toEqual([422, 'reauthentication_not_valid']);
  const nonce = await askForCode(client, email);
  for (const type of ['email', 'recovery', 'signup', 'email_change'] as const) {
    const { error } = await service.client().auth.verifyOtp({ type, email, token: nonce });
    expect(error?.code).toBe('otp_expired');
  }
  expect(await change(client, 'quite another', nonce)).toBe('changed');
});

test('a wrong code is rejected before the password is compared', async () => {
  const { client } = await personOfYesterday();
  expect(await change(client, PASSWORD, '123456')).toEqual([422, 'reauthentication_not_valid']);
});

test('guesses are limited to five an hour', async () => {
  const { client, email } = await personOfYesterday();
  const code = await askForCode(client, email);
  const wrong = code === '000000' ? '000001' : '000000';
  for (let i = 0; i < 5; i += 1) {
    expect(await change(client, 'quite another', wrong)).toEqual([422, 'reauthentication_not_valid']);
  }
  expect(await change(client, 'quite another', code)).toEqual([429, 'over_request_rate_limit']);
});

test('a recent session, other changes, and servers without the setting need no code', async () => {
  const { client, email } = await personOfYesterday();
  expect((await client.auth.updateUser({ data: { name: 'Asha' } })).error).toBeNull();
  const recent = secure.client();
  await recent.auth.signInWithPassword({ email, password: PASSWORD });
  expect(await change(recent, 'quite another')).toBe('changed');

  const { client: other } = await service.person();
  service.advanceClock(DAY + 1);
  await other.auth.refreshSession();
  expect(await change(other, 'quite another')).toBe('changed');
});

test('a code is mailed once a minute, and only to signed-in people', async () => {
  const { client } = await personOfYesterday();
  expect((await client.auth.reauthenticate()).error).toBeNull();
  expect((await client.auth.reauthenticate()).error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
  const stranger = await service.request('/reauthenticate');
  expect([stranger.status, stranger.headers.get('x-sb-error-code')]).toEqual([401, 'no_authorization']);
});

test('an account with an unconfirmed address gets no code', async () => {
  const { client, userId } = await personOfYesterday();
  await service.query('update auth.users set email_confirmed_at = null where id = $1', [userId]);
  expect((await client.auth.reauthenticate()).error).toMatchObject({ status: 422, code: 'email_not_confirmed' });
});
