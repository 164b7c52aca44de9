import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { PASSWORD, startTestAuth } from '#tests/support/auth-fixture.ts';
import { startForTests } from '#tests/support/start-for-tests.ts';

const service = startForTests(startTestAuth);

const newEmail = () => `${randomUUID()}@person.example`;
const newestTo = async (email: string) => (await service.mailsTo(email)).at(-1);
const countUsers = async (email: string) =>
  (await service.query('select from auth.users where email = $1', [email])).length;

test('an unknown address gets an account, and its link or code signs in', async () => {
  const email = newEmail();
  const { error } = await service.client().auth.signInWithOtp({ email, options: { data: { name: 'Asha' } } });
  expect(error).toBeNull();
  const mail = await newestTo(email);
  expect(mail).toMatchObject({ kind: 'magic_link', subject: 'Your link to sign in to firm.example' });
  expect(mail?.code).toMatch(/^\d{6}$/);
  const { data } = await service.client().auth.verifyOtp({ type: 'email', email, token: mail?.code ?? '' });
  expect(data.session?.user).toMatchObject({ email, user_metadata: { name: 'Asha', email_verified: true } });
});

test('an account is signed in by the code, once', async () => {
  const { email } = await service.person();
  await service.client().auth.signInWithOtp({ email, options: { data: { name: 'Mallory' } } });
  const mail = await newestTo(email);
  expect(mail?.kind).toBe('magic_link');
  const verify = () => service.client().auth.verifyOtp({ type: 'email', email, token: mail?.code ?? '' });
  const { data } = await verify();
  expect(data.user).toMatchObject({ email });
  expect(data.user?.user_metadata).not.toHaveProperty('name');
  expect((await verify()).error).toMatchObject({ status: 403, code: 'otp_expired' });
  expect((await service.request(mail?.link ?? '')).headers.get('location')).toContain('otp_expired');
});

test('the code of one address does not open another account', async () => {
  const [mine, theirs] = [await service.person(), await service.person()];
  await service.client().auth.signInWithOtp({ email: mine.email });
  await service.client().auth.signInWithOtp({ email: theirs.email });
  const token = (await newestTo(mine.email))?.code ?? '';
  const { error } = await service.client().auth.verifyOtp({ type: 'email', email: theirs.email, token });
  expect(error?.code).toBe('otp_expired');
});

test('a code of a sign-up mail expires after an hour, its link after a day', async () => {
  const email = newEmail();
  await service.client().auth.signUp({ email, password: PASSWORD });
  const mail = await newestTo(email);
  service.advanceClock(3601);
  const late = await service.client().auth.verifyOtp({ type: 'email', email, token: mail?.code ?? '' });
  expect(late.error).toMatchObject({ status: 403, code: 'otp_expired' });
  expect((await service.request(mail?.link ?? '')).headers.get('location')).toContain('access_token=');
});

test('twenty wrong codes of strangers lock the codes of an account for an hour, and not its link', async () => {
  const { email } = await service.person();
  await service.client().auth.signInWithOtp({ email });
  const mail = await newestTo(email);
  const wrong = mail?.code === '000000' ? '000001' : '000000';
  const verify = async (token: string) =>
    (await service.client().auth.verifyOtp({ type: 'email', email, token })).error?.code;
  for (let i = 0; i < 20; i += 1) expect(await verify(wrong)).toBe('otp_expired');
  expect(await verify(mail?.code ?? '')).toBe('over_request_rate_limit');
  expect((await service.request(mail?.link ?? '')).headers.get('location')).toContain('access_token=');
});

test('an unknown address with create_user off is answered alike, and gets neither account nor mail', async () => {
  const [unknown, { email: known }] = [newEmail(), await service.person()];
  for (const email of [known, unknown]) {
    const ask = () => service.client().auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    expect((await ask()).error).toBeNull();
    expect((await ask()).error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
  }
  expect(await service.mailsTo(unknown)).toEqual([]);
  expect(await countUsers(unknown)).toBe(0);
  expect((await newestTo(known))?.kind).toBe('magic_link');
});

test('where addresses are not confirmed, an unknown address with create_user off is rejected as by GoTrue', async () => {
  const open = service.withSettings({ confirmEmail: false });
  const email = newEmail();
  const { error } = await open.client().auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
  expect(error).toMatchObject({ status: 422, code: 'otp_disabled', message: 'Signups not allowed for otp' });
  expect((await open.client().auth.signInWithOtp({ email })).error).toBeNull();
  expect((await newestTo(email))?.link).toContain('type=email');
});

test('without sign-ups no account is created', async () => {
  const closed = service.withSettings({ allowSignup: false });
  const email = newEmail();
  expect((await closed.client().auth.signInWithOtp({ email })).error).toBeNull();
  expect(await countUsers(email)).toBe(0);
});

test('the link to an unconfirmed account confirms the address and removes the password and data of its sign-up', async () => {
  const email = newEmail();
  const mallory = { email, password: PASSWORD, options: { data: { name: 'Mallory' } } };
  await service.client().auth.signUp(mallory);
  service.advanceClock(61);
  expect((await service.client().auth.signInWithOtp({ email })).error).toBeNull();
  const token = (await newestTo(email))?.code ?? '';
  const { data } = await service.client().auth.verifyOtp({ type: 'email', email, token });
  expect(data.user?.email).toBe(email);
  expect(data.user?.user_metadata).not.toHaveProperty('name');
  const { error } = await service.client().auth.signInWithPassword({ email, password: PASSWORD });
  expect(error?.code).toBe('invalid_credentials');
});

const REQUESTS = {
  signup: (email: string) => service.client().auth.signUp({ email, password: PASSWORD }),
  otp: (email: string) => service.client().auth.signInWithOtp({ email }),
  otpOfAccounts: (email: string) =>
    service.client().auth.signInWithOtp({ email, options: { shouldCreateUser: false } }),
  resend: (email: string) => service.client().auth.resend({ type: 'signup', email }),
  recover: (email: string) => service.client().auth.resetPasswordForEmail(email),
};
const PAIRS = Object.keys(REQUESTS).flatMap((first) => Object.keys(REQUESTS).map((second) => [first, second] as const));

test.each(PAIRS)('%s, %s and both again do not tell a new address from an account', async (first, second) => {
  const answers = [];
  for (const email of [(await service.person()).email, newEmail()]) {
    const codes = [];
    for (const name of [first, second, first, second]) {
      codes.push((await REQUESTS[name as keyof typeof REQUESTS](email)).error?.code ?? 'ok');
    }
    answers.push(codes);
  }
  expect(answers[1]).toEqual(answers[0]);
});

/** The texts of the statements that the service sends for a request, sorted; those of one round trip count one by one. */
async function statementsOf(request: () => Promise<unknown>): Promise<string[]> {
  const { pool } = service.database.poolFor('auth');
  const clients = new Set<unknown>();
  const note = (client: pg.PoolClient) => clients.add(client);
  pool.on('acquire', note);
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  await request();
  pool.off('acquire', note);
  const sent = spy.mock.calls.flatMap(([query]: unknown[], at) => {
    // The outbox delivers on connections of its own.
    if (!clients.has(spy.mock.contexts[at])) return [];
    const batch = query as { statements?: { text: string }[] };
    return batch.statements?.map(({ text }) => text) ?? [String(query)];
  });
  spy.mockRestore();
  return sent.toSorted();
}

test.each(['otpOfAccounts', 'recover', 'resend'] as const)(
  '%s does the same work for a new address as for an account',
  async (name) => {
    const { email: ofAccount } = await service.person();
    const known = await statementsOf(() => REQUESTS[name](ofAccount));
    expect(await statementsOf(() => REQUESTS[name](newEmail()))).toEqual(known);
    expect(known.length).toBeGreaterThan(5);
  },
);

test('links are not mailed where they are switched off', async () => {
  const closed = service.withSettings({ auth: { emailLinks: false } });
  const { email } = await service.person();
  const before = await service.mailsTo(email);
  expect((await closed.client().auth.signInWithOtp({ email })).error).toMatchObject({
    status: 422,
    code: 'otp_disabled',
  });
  expect(await service.mailsTo(email)).toEqual(before);
  expect(await (await closed.request('/settings')).json()).toMatchObject({ email_links: false });
  expect(await (await service.request('/settings')).json()).toMatchObject({ email_links: true });
});

test('POST /magiclink mails the same link', async () => {
  const email = newEmail();
  const answer = await service.request('/magiclink', { method: 'POST', body: JSON.stringify({ email }) });
  expect([answer.status, await answer.json()]).toEqual([200, {}]);
  expect((await newestTo(email))?.kind).toBe('magic_link');
});

test.each([
  ['/otp', {}, 'validation_failed'],
  ['/otp', { email: 'nonsense' }, 'validation_failed'],
  ['/otp', { phone: '+911412345678' }, 'phone_provider_disabled'],
  ['/otp', { email: 'a@person.example', phone: '+911412345678' }, 'validation_failed'],
  ['/otp', { email: 'a@person.example', channel: 'sms' }, 'validation_failed'],
  ['/otp', { email: 'a@person.example', create_user: 'no' }, 'validation_failed'],
  ['/otp', { email: ['a@person.example', 'b@person.example'] }, 'validation_failed'],
  ['/otp', { email: 'a@person.example,b@person.example' }, 'validation_failed'],
  ['/otp', { email: 'a@person.example\nBcc: b@person.example' }, 'validation_failed'],
  ['/magiclink', {}, 'validation_failed'],
])('POST %s with %j is rejected', async (path, body, code) => {
  const answer = await service.request(path, { method: 'POST', body: JSON.stringify(body) });
  expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([400, code]);
});
