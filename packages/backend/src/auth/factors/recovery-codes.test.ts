import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { type AuthTestClient, PASSWORD, startTestAuth } from '#tests/support/auth-fixture.ts';
import { startForTests } from '#tests/support/start-for-tests.ts';

const service = startForTests(startTestAuth);

async function addApp(client: AuthTestClient, friendlyName: string): Promise<string> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  const code = new TOTP({ secret: data.totp.secret }).generate();
  const verified = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code });
  if (verified.error) throw verified.error;
  return data.id;
}

async function guarded() {
  const person = await service.person();
  return { ...person, factorId: await addApp(person.client, 'Phone') };
}

async function withCodes() {
  const person = await guarded();
  const { data, error } = await person.client.auth.mfa.recoveryCodes.generate();
  if (error) throw error;
  return { ...person, codes: data.codes };
}

async function atPassword(email: string): Promise<AuthTestClient> {
  const client = service.client();
  await client.auth.signInWithPassword({ email, password: PASSWORD });
  return client;
}

test('codes are shown once, and only hashes are stored', async () => {
  const { client, codes } = await withCodes();
  expect(codes).toHaveLength(10);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[a-z2-9]{16}$/);
  expect((await client.auth.mfa.recoveryCodes.getStatus()).data).toMatchObject({
    type: 'recovery_code',
    total: 10,
    remaining: 10,
  });
  const rows = await service.query('select code_hash from auth.mfa_recovery_codes');
  expect(rows.some(({ code_hash }) => codes.includes(code_hash as string))).toBe(false);
  expect((await client.auth.mfa.recoveryCodes.generate()).error?.code).toBe('mfa_verified_factor_exists');
});

test('a code replaces the app once, however it is typed', async () => {
  const { email, codes } = await withCodes();
  const [first = ''] = codes;
  const typed = ` ${first.toUpperCase().replace(/(.{4})(?!$)/g, '$1-')} `;
  const client = await atPassword(email);
  expect((await client.auth.mfa.recoveryCodes.verify({ code: typed })).error).toBeNull();
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(data?.currentLevel).toBe('aal2');
  expect(data?.currentAuthenticationMethods).toMatchObject([{ method: 'mfa/recovery_code' }, { method: 'password' }]);
  expect((await client.auth.mfa.recoveryCodes.getStatus()).data?.remaining).toBe(9);
  const again = await atPassword(email);
  expect((await again.auth.mfa.recoveryCodes.verify({ code: first })).error).toMatchObject({
    status: 422,
    code: 'mfa_verification_failed',
  });
});

test('of two concurrent uses of a code one succeeds', async () => {
  const { email, codes } = await withCodes();
  const clients = await Promise.all([atPassword(email), atPassword(email)]);
  const answers = await Promise.all(
    clients.map((client) => client.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })),
  );
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
});

test('new codes replace the old ones', async () => {
  const { client, email, codes } = await withCodes();
  const { data } = await client.auth.mfa.recoveryCodes.regenerate();
  const other = await atPassword(email);
  expect((await other.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })).error?.code).toBe(
    'mfa_verification_failed',
  );
  expect((await other.auth.mfa.recoveryCodes.verify({ code: data?.codes[0] ?? '' })).error).toBeNull();
});

test('with aal1 codes can be neither created nor deleted', async () => {
  const { email } = await withCodes();
  const client = await atPassword(email);
  const { recoveryCodes } = client.auth.mfa;
  const answers = [await recoveryCodes.generate(), await recoveryCodes.regenerate(), await recoveryCodes.unenroll()];
  expect(answers.map(({ error }) => error?.code)).toEqual(Array.from({ length: 3 }, () => 'insufficient_aal'));
});

test('codes require a verified authenticator app', async () => {
  const { client, factorId: phone } = await withCodes();
  const factorId = await addApp(client, 'Tablet');
  expect((await client.auth.mfa.unenroll({ factorId: phone })).error).toBeNull();
  expect((await client.auth.mfa.unenroll({ factorId })).error?.code).toBe('mfa_recovery_codes_sole_factor');
  expect((await client.auth.mfa.recoveryCodes.unenroll()).error).toBeNull();
  expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
});

test('a user without codes gets the error of a wrong code, and both are limited', async () => {
  const { email } = await guarded();
  const client = await atPassword(email);
  const guess = () => client.auth.mfa.recoveryCodes.verify({ code: 'aaaabbbbccccdddd' });
  expect((await guess()).error?.code).toBe('mfa_verification_failed');
  for (let i = 0; i < 9; i += 1) await guess();
  expect((await guess()).error).toMatchObject({ status: 429, code: 'mfa_recovery_codes_locked' });
  expect((await client.auth.mfa.recoveryCodes.getStatus()).error?.code).toBe('mfa_factor_not_found');
});

test('a right code, and new codes, forget the wrong ones before', async () => {
  const { client, email, codes } = await withCodes();
  const other = await atPassword(email);
  const verify = async (code = '') => (await other.auth.mfa.recoveryCodes.verify({ code })).error?.code;
  const guessNineTimes = async () => {
    for (let i = 0; i < 9; i += 1) expect(await verify('aaaabbbbccccdddd')).toBe('mfa_verification_failed');
  };
  await guessNineTimes();
  expect(await verify(codes[0])).toBeUndefined();
  await guessNineTimes();
  const { data } = await client.auth.mfa.recoveryCodes.regenerate();
  await guessNineTimes();
  expect(await verify(data?.codes[0])).toBeUndefined();
});

test('with aal1 an app can be removed only before its first code', async () => {
  const { client, email, factorId } = await guarded();
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' });
  const other = await atPassword(email);
  expect((await other.auth.mfa.unenroll({ factorId })).error?.code).toBe('insufficient_aal');
  expect((await other.auth.mfa.unenroll({ factorId: data?.id ?? '' })).error).toBeNull();
});

test('a token of an ended session uses up no attempts', async () => {
  const { client, email, codes, accessToken } = await withCodes();
  await client.auth.signOut({ scope: 'global' });
  const headers = { authorization: `Bearer ${accessToken}` };
  for (let i = 0; i < 10; i += 1) {
    const init = { method: 'POST', headers, body: '{"code":"aaaabbbbccccdddd"}' };
    const answer = await service.request('/factors/recovery-codes/verify', init);
    expect((await answer.json()).error_code).toBe('session_not_found');
  }
  const own = await atPassword(email);
  expect((await own.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' })).error).toBeNull();
});
