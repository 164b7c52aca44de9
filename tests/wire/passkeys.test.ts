import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { startForTests } from '#backend-tests/support/start-for-tests.ts';
import { openAuthenticator, setUpMfa, verifyMfa } from '../support/mfa.ts';
import { makeSoftwarePasskey } from '../support/software-passkey.ts';
import { type Client, startTestApp } from '../support/test-app.ts';

const ORIGIN = 'https://firm.example';
const PASSWORD = 'a long password';

/** Passkeys by the official client and an authenticator in software, for a site at a domain. */
const app = startForTests(() => startTestApp({ smtp: true, env: { SITE_URL: ORIGIN } }));

type Passkey = ReturnType<typeof makeSoftwarePasskey>;
type CreateFaults = Parameters<Passkey['create']>[1];
type GetFaults = Parameters<Passkey['get']>[1];

async function register(client: Client, passkey: Passkey, faults?: CreateFaults) {
  const started = await client.auth.passkey.startRegistration();
  if (!started.data) return started;
  const { challenge_id: challengeId, options } = started.data;
  return client.auth.passkey.verifyRegistration({ challengeId, credential: passkey.create(options, faults) });
}

async function signIn(client: Client, passkey: Passkey, faults?: GetFaults) {
  const { data, error } = await client.auth.passkey.startAuthentication();
  if (error) throw error;
  const { challenge_id: challengeId, options } = data;
  return client.auth.passkey.verifyAuthentication({ challengeId, credential: passkey.get(options, faults) });
}

/** A person with a passkey. */
async function makeOwner() {
  const email = `${randomUUID()}@person.example`;
  const client = await app.signIn({ admin: false, email, password: PASSWORD });
  const passkey = makeSoftwarePasskey(ORIGIN);
  const { data, error } = await register(client, passkey);
  if (error) throw error;
  return { email, client, passkey, passkeyId: (data as { id: string }).id };
}

async function aalOf(client: Client) {
  const { data } = await client.auth.getClaims();
  return data?.claims.aal;
}

/** Runs `work` with the interface of a browser whose authenticator has this passkey. */
async function inBrowserWith<T>(passkey: Passkey, work: () => Promise<T>): Promise<T> {
  class Credential {
    static parseCreationOptionsFromJSON = (options: unknown) => options;
    static parseRequestOptionsFromJSON = (options: unknown) => options;
    readonly answer: unknown;
    constructor(answer: unknown) {
      this.answer = answer;
    }
    toJSON() {
      return this.answer;
    }
  }
  const credentials = {
    create: async ({ publicKey }: { publicKey: Parameters<Passkey['create']>[0] }) =>
      new Credential(passkey.create(publicKey)),
    get: async ({ publicKey }: { publicKey: Parameters<Passkey['get']>[0] }) => new Credential(passkey.get(publicKey)),
  };
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('document', {});
  vi.stubGlobal('PublicKeyCredential', Credential);
  vi.stubGlobal('navigator', { credentials });
  try {
    return await work();
  } finally {
    vi.unstubAllGlobals();
  }
}

describe('a passkey', () => {
  test('is registered and used by one call each', async () => {
    const passkey = makeSoftwarePasskey(ORIGIN);
    const client = await app.signIn({ admin: false });
    const other = app.client();
    const registered = await inBrowserWith(passkey, () => client.auth.registerPasskey());
    expect(registered).toMatchObject({ data: { friendly_name: 'Passkey' }, error: null });
    expect(await inBrowserWith(passkey, () => other.auth.signInWithPasskey())).toMatchObject({ error: null });
    expect(await aalOf(other)).toBe('aal2');
  });

  test('signs in at aal2, without a password, and is listed, renamed and removed', async () => {
    const { email, client, passkey, passkeyId } = await makeOwner();
    const phone = app.client();
    const { data, error } = await signIn(phone, passkey);
    expect(error).toBeNull();
    expect(data?.user?.email).toBe(email);
    expect(await aalOf(phone)).toBe('aal2');
    expect((await phone.auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'passkey' }]);

    const { data: listed } = await client.auth.passkey.list();
    expect(listed).toMatchObject([{ id: passkeyId, friendly_name: 'Passkey', last_used_at: expect.any(String) }]);
    const renamed = await phone.auth.passkey.update({ passkeyId, friendlyName: 'Phone' });
    expect(renamed.data).toMatchObject({ id: passkeyId, friendly_name: 'Phone' });
    const other = app.client();
    await signIn(other, passkey);
    expect((await phone.auth.passkey.delete({ passkeyId })).error).toBeNull();
    expect((await phone.auth.passkey.list()).data).toEqual([]);
    // Sessions that a passkey opened elsewhere end with it; this one and that of the password stay.
    expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await phone.auth.getUser()).error).toBeNull();
    expect((await client.auth.getUser()).error).toBeNull();
    expect((await signIn(app.client(), passkey)).error?.code).toBe('webauthn_verification_failed');
  });

  test('signs in where the password alone would not pass MFA', async () => {
    const { email, password } = { email: `${randomUUID()}@person.example`, password: PASSWORD };
    const client = await app.signIn({ admin: false, email, password });
    await setUpMfa(client);
    const passkey = makeSoftwarePasskey(ORIGIN);
    expect((await register(client, passkey)).error).toBeNull();
    const other = app.client();
    expect((await signIn(other, passkey)).error).toBeNull();
    expect(await aalOf(other)).toBe('aal2');
  });

  test('is one of ten at most, and no second time', async () => {
    const { client, passkey } = await makeOwner();
    await signIn(client, passkey);
    expect((await register(client, passkey)).error?.code).toBe('webauthn_credential_exists');
    for (let n = 1; n < 10; n += 1) expect((await register(client, makeSoftwarePasskey(ORIGIN))).error).toBeNull();
    expect((await client.auth.passkey.startRegistration()).error?.code).toBe('too_many_passkeys');
  });
});

describe('an answer is refused', () => {
  test('for a challenge that was used, even in vain', async () => {
    const { passkey } = await makeOwner();
    const client = app.client();
    const { data } = await client.auth.passkey.startAuthentication();
    const { challenge_id: challengeId, options } = data!;
    const wrong = passkey.get(options, { origin: 'https://other.example' });
    const first = await client.auth.passkey.verifyAuthentication({ challengeId, credential: wrong });
    expect(first.error?.code).toBe('webauthn_verification_failed');
    const again = await client.auth.passkey.verifyAuthentication({ challengeId, credential: passkey.get(options) });
    expect(again.error?.code).toBe('webauthn_challenge_not_found');
  });

  test('for a challenge that has expired', async () => {
    const { passkey } = await makeOwner();
    const client = app.client();
    const { data } = await client.auth.passkey.startAuthentication();
    const { challenge_id: challengeId, options } = data!;
    await app.query(`update auth.webauthn_challenges set expires_at = now() - interval '1 second' where id = $1`, [
      challengeId,
    ]);
    const answer = await client.auth.passkey.verifyAuthentication({ challengeId, credential: passkey.get(options) });
    expect(answer.error?.code).toBe('webauthn_challenge_expired');
  });

  test('for a challenge of another person, and of another purpose', async () => {
    const [one, other] = [await makeOwner(), await makeOwner()];
    await signIn(one.client, one.passkey);
    await signIn(other.client, other.passkey);
    const { data } = await one.client.auth.passkey.startRegistration();
    const { challenge_id: challengeId, options } = data!;
    const credential = makeSoftwarePasskey(ORIGIN).create(options);
    const answers = [
      await other.client.auth.passkey.verifyRegistration({ challengeId, credential }),
      await other.client.auth.passkey.verifyAuthentication({
        challengeId,
        credential: other.passkey.get({ challenge: options.challenge, rpId: 'firm.example' }),
      }),
    ];
    expect(answers.map(({ error }) => error?.code)).toEqual([
      'webauthn_challenge_not_found',
      'webauthn_challenge_not_found',
    ]);
    expect((await one.client.auth.passkey.verifyRegistration({ challengeId, credential })).error).toBeNull();
  });

  test.each<[string, GetFaults]>([
    ['from another site', { origin: 'https://firm.example.evil.example' }],
    ['for another domain', { rpId: 'other.example' }],
    ['of an authenticator that has not verified the person', { isVerified: false }],
    ['in the name of somebody else', { userHandle: Buffer.from(randomUUID()).toString('base64url') }],
  ])('%s', async (_, faults) => {
    const { passkey } = await makeOwner();
    const { error } = await signIn(app.client(), passkey, faults);
    expect(error?.code).toBe('webauthn_verification_failed');
    expect((await signIn(app.client(), passkey)).error).toBeNull();
  });

  test.each<[string, CreateFaults]>([
    ['from another site', { origin: 'http://firm.example' }],
    ['for another domain', { rpId: 'other.example' }],
    ['of an authenticator that has not verified the person', { isVerified: false }],
  ])('that makes a passkey %s', async (_, faults) => {
    const client = await app.signIn({ admin: false });
    expect((await register(client, makeSoftwarePasskey(ORIGIN), faults)).error?.code).toBe(
      'webauthn_verification_failed',
    );
    expect((await client.auth.passkey.list()).data).toEqual([]);
  });

  test('whose counter went back, as that of a copy does', async () => {
    const { passkey } = await makeOwner();
    expect((await signIn(app.client(), passkey, { counter: 7 })).error).toBeNull();
    for (const counter of [7, 6]) {
      expect((await signIn(app.client(), passkey, { counter })).error?.code).toBe('webauthn_verification_failed');
    }
    expect((await signIn(app.client(), passkey, { counter: 8 })).error).toBeNull();
  });

  test('of an account that is banned or deleted', async () => {
    const { client, passkey } = await makeOwner();
    const id = (await client.auth.getUser()).data.user!.id;
    await app.service.auth.admin.updateUserById(id, { ban_duration: '1h' });
    expect((await signIn(app.client(), passkey)).error?.code).toBe('user_banned');
    await app.service.auth.admin.updateUserById(id, { ban_duration: 'none' });
    await app.service.auth.admin.deleteUser(id, true);
    expect((await signIn(app.client(), passkey)).error?.code).toBe('webauthn_verification_failed');
    expect(await app.query('select from auth.webauthn_credentials where user_id = $1', [id])).toEqual([]);
  });
});

describe('a session of the password alone', () => {
  test('adds the first passkey, and no other, no app, and removes none', async () => {
    const { client, passkeyId } = await makeOwner();
    expect((await client.auth.passkey.startRegistration()).error?.code).toBe('insufficient_aal');
    expect((await client.auth.passkey.delete({ passkeyId })).error?.code).toBe('insufficient_aal');
    expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('insufficient_aal');
  });

  test('verifies no app that it added before the passkey', async () => {
    const client = await app.signIn({ admin: false });
    const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp' });
    if (error) throw error;
    expect((await register(client, makeSoftwarePasskey(ORIGIN))).error).toBeNull();
    const early = openAuthenticator(data.id, data.totp.secret);
    await expect(verifyMfa(client, early)).rejects.toMatchObject({ status: 403, code: 'insufficient_aal' });
    expect(await aalOf(client)).toBe('aal1');
  });

  test("reaches nobody else's passkeys", async () => {
    const [one, other] = [await makeOwner(), await makeOwner()];
    await signIn(other.client, other.passkey);
    const { passkey } = other.client.auth;
    const answers = [
      await passkey.update({ passkeyId: one.passkeyId, friendlyName: 'Mine' }),
      await passkey.delete({ passkeyId: one.passkeyId }),
    ];
    expect(answers.map(({ error }) => error?.status)).toEqual([404, 404]);
    expect((await one.client.auth.passkey.list()).data).toHaveLength(1);
  });
});

test('the service key lists and removes the passkeys of a person', async () => {
  const { client, passkeyId } = await makeOwner();
  const userId = (await client.auth.getUser()).data.user!.id;
  const { passkey } = app.service.auth.admin;
  expect((await passkey.listPasskeys({ userId })).data).toMatchObject([{ id: passkeyId }]);
  expect((await passkey.deletePasskey({ userId, passkeyId })).error).toBeNull();
  expect((await client.auth.passkey.list()).data).toEqual([]);
  expect((await client.auth.admin.passkey.listPasskeys({ userId })).error?.code).toBe('not_admin');
});

test('the settings say whether the site has passkeys', async () => {
  const settings = await fetch(`${app.url}/auth/v1/settings`);
  expect(await settings.json()).toMatchObject({ passkeys_enabled: true });
});
