import { randomUUID } from 'node:crypto';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asBackend } from '../../database/as-caller.ts';
import { removeMfa } from '../accounts/accounts.ts';
import { type AuthTestClient, type TestAuth, PASSWORD, startTestAuth } from '#tests/support/auth-fixture.ts';

let service: TestAuth;
let ahead = 0;
beforeAll(async () => {
  service = await startTestAuth();
});
afterAll(() => service.stop());

/** Each code of this file is of a later time step than the one before, because none is accepted twice. */
function nextCode(secret: string): string {
  service.advanceClock(30);
  ahead += 30_000;
  return new TOTP({ secret }).generate({ timestamp: Date.now() + ahead });
}

async function answer(client: AuthTestClient, factorId: string, code: string) {
  return client.auth.mfa.challengeAndVerify({ factorId, code });
}

async function enroll(client: AuthTestClient, friendlyName = 'Phone') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName, issuer: 'The Firm' });
  if (error) throw error;
  return { id: data.id, secret: data.totp.secret, totp: data.totp };
}

/** A session with password and MFA. */
async function guarded() {
  const person = await service.person();
  const factor = await enroll(person.client);
  const { error } = await answer(person.client, factor.id, nextCode(factor.secret));
  if (error) throw error;
  return { ...person, factor };
}

/** Another session of the same user, with aal1. */
async function atPassword(email: string): Promise<AuthTestClient> {
  const client = service.client();
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return client;
}

const levels = async (client: AuthTestClient) => {
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  return [data?.currentLevel, data?.nextLevel];
};

test('an authenticator app is enrolled, and its first code raises the session to aal2', async () => {
  const { client, email } = await service.person();
  expect(await levels(client)).toEqual(['aal1', 'aal1']);
  await enroll(client, 'Lost before its first code');
  const factor = await enroll(client);
  expect(factor.totp.uri).toContain(`otpauth://totp/The%20Firm:${encodeURIComponent(email)}`);
  expect(factor.totp.uri).toContain(`secret=${factor.secret}`);
  expect(factor.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);

  const { data, error } = await answer(client, factor.id, nextCode(factor.secret));
  expect(error).toBeNull();
  expect(data?.user).toMatchObject({
    email,
    factors: [{ id: factor.id, status: 'verified', factor_type: 'totp', friendly_name: 'Phone' }],
  });
  expect(await levels(client)).toEqual(['aal2', 'aal2']);
  const { data: assurance } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(assurance?.currentAuthenticationMethods).toMatchObject([{ method: 'totp' }, { method: 'password' }]);
  expect((await client.auth.mfa.listFactors()).data?.all).toHaveLength(1);
});

test('the secret is neither in the user nor readable in the database', async () => {
  const { client, factor } = await guarded();
  expect(JSON.stringify((await client.auth.getUser()).data)).not.toContain(factor.secret);
  const [row] = await service.query('select secret from auth.mfa_factors where id = $1', [factor.id]);
  expect(row?.secret).not.toContain(factor.secret);
});

test('after the password MFA is required, and a refresh keeps the AAL', async () => {
  const { email, factor } = await guarded();
  const client = await atPassword(email);
  expect(await levels(client)).toEqual(['aal1', 'aal2']);
  expect((await answer(client, factor.id, nextCode(factor.secret))).error).toBeNull();
  expect((await client.auth.refreshSession()).error).toBeNull();
  expect(await levels(client)).toEqual(['aal2', 'aal2']);
});

test('a code is accepted once, and earlier ones no longer', async () => {
  const { email, factor } = await guarded();
  const earlier = nextCode(factor.secret);
  const code = nextCode(factor.secret);
  expect((await answer(await atPassword(email), factor.id, code)).error).toBeNull();
  for (const seen of [code, earlier]) {
    expect((await answer(await atPassword(email), factor.id, seen)).error).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
      message: 'Invalid TOTP code entered',
    });
  }
});

test('sessions below aal2 end when another session reaches aal2', async () => {
  const { client, email, factor } = await guarded();
  const [stolen, own] = [await atPassword(email), await atPassword(email)];
  await answer(own, factor.id, nextCode(factor.secret));
  expect((await stolen.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  for (const kept of [client, own]) expect((await kept.auth.getUser()).error).toBeNull();
});

test('guesses since the last right code are limited, and then the right code is rejected too', async () => {
  const { email, factor } = await guarded();
  const client = await atPassword(email);
  const guess = async () => (await answer(client, factor.id, '000000')).error?.code;
  for (let i = 0; i < 9; i += 1) expect(await guess()).toBe('mfa_verification_failed');
  expect((await answer(client, factor.id, nextCode(factor.secret))).error).toBeNull();
  for (let i = 0; i < 10; i += 1) expect(await guess()).toBe('mfa_verification_failed');
  expect((await answer(client, factor.id, nextCode(factor.secret))).error).toMatchObject({
    status: 429,
    code: 'over_request_rate_limit',
  });
});

test('a token of an ended session uses up no attempts', async () => {
  const { client, email, factor, accessToken } = await guarded();
  await client.auth.signOut({ scope: 'global' });
  const headers = { authorization: `Bearer ${accessToken}` };
  for (let i = 0; i < 10; i += 1) {
    const init = { method: 'POST', headers, body: '{"code":"000000"}' };
    const answered = await service.request(`/factors/${factor.id}/verify`, init);
    expect((await answered.json()).error_code).toBe('session_not_found');
  }
  expect((await answer(await atPassword(email), factor.id, nextCode(factor.secret))).error).toBeNull();
});

test('a challenge is valid once, for five minutes, and from its own address', async () => {
  const { client, accessToken, factor } = await guarded();
  const challenge = async () => (await client.auth.mfa.challenge({ factorId: factor.id })).data?.id ?? '';
  const elsewhere = await service.request(`/factors/${factor.id}/verify`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ challenge_id: await challenge(), code: nextCode(factor.secret) }),
  });
  expect([elsewhere.status, elsewhere.headers.get('x-sb-error-code')]).toEqual([422, 'mfa_ip_address_mismatch']);

  const challengeId = await challenge();
  const verify = () => client.auth.mfa.verify({ factorId: factor.id, challengeId, code: nextCode(factor.secret) });
  expect((await verify()).error).toBeNull();
  expect((await verify()).error?.code).toBe('mfa_ip_address_mismatch');

  const late = await challenge();
  service.advanceClock(301);
  ahead += 301_000;
  const code = nextCode(factor.secret);
  expect((await client.auth.mfa.verify({ factorId: factor.id, challengeId: late, code })).error?.code).toBe(
    'mfa_challenge_expired',
  );
});

test('challenges of one app at once are all made', async () => {
  const { accessToken, factor } = await guarded();
  const init = { method: 'POST', headers: { authorization: `Bearer ${accessToken}` } };
  const made: Promise<Response>[] = [];
  await asBackend(service.database, async (query) => {
    await query('lock table auth.mfa_factors in share mode');
    for (let n = 0; n < 2; n += 1) made.push(service.request(`/factors/${factor.id}/challenge`, init));
    await service.lockWaits(2);
  });
  expect((await Promise.all(made)).map(({ status }) => status)).toEqual([200, 200]);
});

test('signing out waits for a code that is being verified', async () => {
  const { client, accessToken, factor } = await guarded();
  const { data: challenge } = await client.auth.mfa.challenge({ factorId: factor.id });
  const code = nextCode(factor.secret);
  const answers: Promise<{ error: unknown } | Response>[] = [];
  await asBackend(service.database, async (query) => {
    await query('select from auth.mfa_challenges where id = $1 for update', [challenge?.id]);
    answers.push(client.auth.mfa.verify({ factorId: factor.id, challengeId: challenge?.id ?? '', code }));
    await service.lockWaits(1);
    const init = { method: 'POST', headers: { authorization: `Bearer ${accessToken}` } };
    answers.push(service.request('/logout', init));
    await Promise.race([answers[1], service.lockWaits(2)]);
  });
  expect(await Promise.all(answers)).toMatchObject([{ error: null }, { status: 204 }]);
});

test('invalid requests get their own errors', async () => {
  const { client, factor } = await guarded();
  const verify = (challengeId: string, code: string) =>
    client.auth.mfa.verify({ factorId: factor.id, challengeId, code });
  expect((await verify(randomUUID(), '123456')).error?.code).toBe('mfa_factor_not_found');
  expect((await verify('nonsense', '123456')).error?.code).toBe('mfa_factor_not_found');
  expect((await verify(randomUUID(), '')).error).toMatchObject({
    code: 'validation_failed',
    message: 'Code needs to be non-empty',
  });
  expect((await client.auth.mfa.challenge({ factorId: randomUUID() })).error).toMatchObject({
    status: 404,
    code: 'mfa_factor_not_found',
  });
  const enrol = (factorType: string) => client.auth.mfa.enroll({ factorType: factorType as 'totp' });
  expect((await enrol('phone')).error?.code).toBe('mfa_phone_enroll_not_enabled');
  expect((await enrol('webauthn')).error?.code).toBe('mfa_webauthn_enroll_not_enabled');
  expect((await enrol('retina')).error?.code).toBe('validation_failed');
});

test('the factor of another user cannot be challenged, verified or deleted', async () => {
  const { factor } = await guarded();
  const { client: stranger } = await guarded();
  expect((await stranger.auth.mfa.challenge({ factorId: factor.id })).error?.code).toBe('mfa_factor_not_found');
  expect((await stranger.auth.mfa.unenroll({ factorId: factor.id })).error?.code).toBe('mfa_factor_not_found');
  const [row] = await service.query('select status::text from auth.mfa_factors where id = $1', [factor.id]);
  expect(row?.status).toBe('verified');
});

test('names are unique, unverified factors expire, and ten factors are the limit', async () => {
  const { client } = await service.person();
  await enroll(client);
  expect((await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })).error?.code).toBe(
    'mfa_factor_name_conflict',
  );
  service.advanceClock(301);
  ahead += 301_000;
  await enroll(client);
  for (let i = 1; i < 10; i += 1) await enroll(client, `Device ${i}`);
  expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('too_many_enrolled_mfa_factors');
});

test('with aal1 factors, password and address cannot be changed', async () => {
  const { email, factor } = await guarded();
  const client = await atPassword(email);
  expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({
    status: 403,
    code: 'insufficient_aal',
  });
  expect((await client.auth.mfa.unenroll({ factorId: factor.id })).error).toMatchObject({
    status: 422,
    code: 'insufficient_aal',
  });
  for (const params of [{ password: 'quite another' }, { email: 'else@person.example' }]) {
    expect((await client.auth.updateUser(params)).error).toMatchObject({ status: 401, code: 'insufficient_aal' });
  }
  expect((await client.auth.updateUser({ data: { town: 'Jaipur' } })).error).toBeNull();
});

test('a session that falls to aal1 while its new password is hashed does not set it', async () => {
  const { client, email } = await guarded();
  const answers: ReturnType<typeof client.auth.updateUser>[] = [];
  await asBackend(service.database, async (query) => {
    const { rows } = await query('select id from auth.users where email = $1 for no key update', [email]);
    await query(`update auth.sessions set aal = 'aal1' where user_id = $1`, [rows[0]?.['id']]);
    answers.push(client.auth.updateUser({ password: 'quite another' }));
    await service.lockWaits(1);
  });
  expect((await answers[0])?.error?.code).toBe('insufficient_aal');
  await atPassword(email);
});

test('a recovery link does not bypass MFA', async () => {
  const { email } = await guarded();
  await service.client().auth.resetPasswordForEmail(email);
  const mail = (await service.mailsTo(email)).find(({ kind }) => kind === 'recovery');
  const client = service.client();
  await client.auth.verifyOtp({ type: 'recovery', token_hash: mail?.token ?? '' });
  expect((await client.auth.updateUser({ password: 'quite another' })).error?.code).toBe('insufficient_aal');
});

test('without its factor a session returns to aal1, and the account has no MFA', async () => {
  const { client, factor } = await guarded();
  expect((await client.auth.mfa.unenroll({ factorId: factor.id })).data?.id).toBe(factor.id);
  await client.auth.refreshSession();
  expect(await levels(client)).toEqual(['aal1', 'aal1']);
  const { data: assurance } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(assurance?.currentAuthenticationMethods).toMatchObject([{ method: 'password' }]);
  expect((await client.auth.getUser()).data.user).not.toHaveProperty('factors');
});

test('an operator resets MFA, and all sessions end', async () => {
  const { client, email } = await guarded();
  await client.auth.mfa.recoveryCodes.generate();
  expect(await asBackend(service.database, (query) => removeMfa(query, { email }))).toBe(1);
  expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect(await levels(await atPassword(email))).toEqual(['aal1', 'aal1']);
  expect(service.logged()).toBe('');
});
