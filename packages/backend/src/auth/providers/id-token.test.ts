import { createHash, createPublicKey, randomUUID } from 'node:crypto';
import { exportSPKI, importJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, type TestAuth, startTestAuth } from '#tests/support/auth-fixture.ts';
import { CLIENT_ID, type IssuerClaims, type TestIssuer, startOidcIssuer } from '#tests/support/oidc-issuer.ts';

let service: TestAuth;
let issuer: TestIssuer;
let other: TestIssuer;
let acme: Pick<TestAuth, 'client' | 'request'>;

beforeAll(async () => {
  [service, issuer, other] = await Promise.all([startTestAuth(), startOidcIssuer(), startOidcIssuer()]);
  acme = service.withSettings({ auth: { providers: [issuer.provider()] } });
});
afterAll(() => Promise.all([service?.stop(), issuer?.stop(), other?.stop()]));

const newPerson = (): IssuerClaims & { sub: string; email: string } => ({
  sub: randomUUID(),
  email: `${randomUUID()}@person.example`,
  email_verified: true,
  name: 'Asha',
});

/** Presents a token; `credentials` may add a nonce or an access token. */
async function present(token: string, credentials: Record<string, string> = {}, from = acme) {
  const { data, error } = await from
    .client()
    .auth.signInWithIdToken({ provider: 'custom:acme', token, ...credentials });
  return { user: data.user, session: data.session, error };
}

/** Presents a token that must not open a session; returns status and message of the error. */
async function errorOf(token: string, credentials: Record<string, string> = {}): Promise<string> {
  const { session, error } = await present(token, credentials);
  return session ? 'a session' : `${error?.status} ${error?.message}`;
}

test('a token of the provider creates an account with a verified address, and finds it again', async () => {
  const person = newPerson();
  const first = await present(await issuer.idToken(person));
  expect(first.error).toBeNull();
  expect(first.user).toMatchObject({
    email: person.email,
    app_metadata: { provider: 'custom:acme', providers: ['custom:acme'] },
    user_metadata: { full_name: 'Asha', sub: person.sub },
    identities: [{ provider: 'custom:acme', id: person.sub, identity_data: { email: person.email } }],
  });
  expect(first.user?.email_confirmed_at).toBeDefined();
  const again = await present(await issuer.idToken({ ...person, email: 'moved@person.example' }));
  expect(again.user?.id).toBe(first.user?.id);
  expect(again.user?.email).toBe(person.email);
});

test('the session says how it was opened', async () => {
  const { session } = await present(await issuer.idToken(newPerson()));
  const claims = JSON.parse(
    Buffer.from(session?.access_token.split('.')[1] ?? '', 'base64url').toString(),
  ) as IssuerClaims;
  expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'oauth' }], role: 'authenticated' });
});

test.each([
  ['another audience', { aud: 'another-client' }, 'Unacceptable audience in id_token'],
  ['several audiences, issued to another', { aud: [CLIENT_ID, 'x'], azp: 'x' }, 'Unacceptable audience in id_token'],
  ['several audiences, issued to nobody', { aud: [CLIENT_ID, 'x'] }, 'Unacceptable audience in id_token'],
  ['another issuer', { iss: 'https://evil.example' }, 'Bad ID token'],
  ['no issuer', { iss: undefined }, 'Bad ID token'],
  ['an end in the past', { exp: 1_700_000_000 }, 'Bad ID token'],
  ['no end', { exp: undefined }, 'Bad ID token'],
  ['a begin in the future', { nbf: 4_000_000_000 }, 'Bad ID token'],
  ['no subject', { sub: undefined }, 'Bad ID token'],
  ['an empty subject', { sub: '' }, 'Missing sub claim in id_token'],
])('a token with %s is rejected', async (_, claims, message) => {
  expect(await errorOf(await issuer.idToken({ ...newPerson(), ...claims }))).toBe(`400 ${message}`);
});

test.each([
  ['one audience in a list', { aud: [CLIENT_ID] }],
  ['several audiences, issued to us', { aud: [CLIENT_ID, 'x'], azp: CLIENT_ID }],
])('a token with %s is accepted', async (_, claims) => {
  expect((await present(await issuer.idToken({ ...newPerson(), ...claims }))).error).toBeNull();
});

test('a token of another issuer is rejected, whatever issuer it names', async () => {
  expect(await errorOf(await other.idToken(newPerson()))).toBe('400 Bad ID token');
  expect(await errorOf(await other.idToken({ ...newPerson(), iss: issuer.issuer }))).toBe('400 Bad ID token');
});

test('a token that is signed by another key under the right kid is rejected', async () => {
  expect(await errorOf(await issuer.idToken(newPerson(), 'other'))).toBe('400 Bad ID token');
});

test('a token without a signature is rejected', async () => {
  const claims = { ...newPerson(), iss: issuer.issuer, aud: CLIENT_ID, iat: seconds(), exp: seconds() + 60 };
  for (const alg of ['none', 'None', 'NONE']) {
    const [header, payload] = [{ alg, typ: 'JWT' }, claims].map((part) => base64url(JSON.stringify(part)));
    expect(await errorOf(`${header}.${payload}.`)).toBe('400 Bad ID token');
  }
});

test('a token that is signed with the public key as a symmetric secret is rejected', async () => {
  const jwk = issuer.publicJwk as { kty: string; n: string };
  const key = await importJWK(jwk, 'RS256', { extractable: true });
  const pem = await exportSPKI(key as Parameters<typeof exportSPKI>[0]);
  const der = createPublicKey(pem).export({ type: 'spki', format: 'der' });
  for (const secret of [Buffer.from(pem), der, Buffer.from(jwk.n, 'base64url'), Buffer.from(JSON.stringify(jwk))]) {
    const token = await new SignJWT({ ...newPerson() })
      .setProtectedHeader({ alg: 'HS256', kid: 'key-1' })
      .setIssuer(issuer.issuer)
      .setAudience(CLIENT_ID)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(secret);
    expect(await errorOf(token)).toBe('400 Bad ID token');
  }
});

test('a token that names another key, or brings one along, is rejected', async () => {
  const foreign = await other.idToken({ ...newPerson(), iss: issuer.issuer });
  const [, payload = '', signature = ''] = foreign.split('.');
  const headers = [
    { alg: 'RS256', kid: 'key-2' },
    { alg: 'RS256', kid: 'key-1', jwk: other.publicJwk },
    { alg: 'RS256', jku: `${other.issuer}/jwks` },
    { alg: 'RS256', kid: 'key-1', crit: ['b64'], b64: false },
  ];
  for (const header of headers) {
    expect(await errorOf(`${base64url(JSON.stringify(header))}.${payload}.${signature}`)).toBe('400 Bad ID token');
  }
});

test.each(['', 'x', 'a.b.c', '..', 'ey'.repeat(20_000)])('text that is no token is rejected', async (token) => {
  const { session, error } = await present(token);
  expect(session).toBeNull();
  expect(error?.status).toBe(400);
});

test('the nonce must be that of the token', async () => {
  const nonce = 'a nonce of the application';
  const hashed = createHash('sha256').update(nonce).digest('hex');
  const both = 'Passed nonce and nonce in id_token should either both exist or not.';
  expect((await present(await issuer.idToken({ ...newPerson(), nonce: hashed }), { nonce })).error).toBeNull();
  expect(await errorOf(await issuer.idToken({ ...newPerson(), nonce: hashed }))).toBe(`400 ${both}`);
  expect(await errorOf(await issuer.idToken(newPerson()), { nonce })).toBe(`400 ${both}`);
  const wrong = await issuer.idToken({ ...newPerson(), nonce: hashed });
  expect(await errorOf(wrong, { nonce: 'another' })).toBe('400 Nonces mismatch');
  expect(await errorOf(wrong, { nonce: hashed })).toBe('400 Nonces mismatch');
});

test('an access token must be the one that the ID token names', async () => {
  const access_token = 'an access token';
  const at_hash = createHash('sha256').update(access_token).digest().subarray(0, 16).toString('base64url');
  expect((await present(await issuer.idToken({ ...newPerson(), at_hash }), { access_token })).error).toBeNull();
  expect(await errorOf(await issuer.idToken({ ...newPerson(), at_hash }), { access_token: 'another' })).toBe(
    '400 Bad ID token',
  );
});

test('an account with a verified address gets the identity and keeps its password', async () => {
  const { email } = await service.person();
  const { user, error } = await present(await issuer.idToken({ ...newPerson(), email }));
  expect(error).toBeNull();
  expect(user?.app_metadata['providers']).toEqual(['email', 'custom:acme']);
  expect((await service.client().auth.signInWithPassword({ email, password: PASSWORD })).data.user?.id).toBe(user?.id);
});

test.each([
  ['false', { email_verified: false }],
  ['the text "false"', { email_verified: 'false' }],
  ['missing', { email_verified: undefined }],
  ['null', { email_verified: null }],
])('an address whose verification is %s opens no account and creates none', async (_, claims) => {
  const { email } = await service.person();
  for (const address of [email, `${randomUUID()}@new.example`]) {
    const { session, error } = await present(await issuer.idToken({ ...newPerson(), ...claims, email: address }));
    expect(session).toBeNull();
    expect(error).toMatchObject({ status: 422, code: 'provider_email_needs_verification' });
    const identities = await service.query(`select from auth.identities where email = $1 and provider <> 'email'`, [
      address,
    ]);
    expect(identities).toEqual([]);
  }
  expect(await service.query(`select from auth.users where email like '%@new.example'`)).toEqual([]);
});

test('addresses of an issuer of our own may count as verified', async () => {
  const trusted = service.withSettings({ auth: { providers: [issuer.provider({ trustsEmail: true })] } });
  const { user } = await present(await issuer.idToken({ ...newPerson(), email_verified: undefined }), {}, trusted);
  expect(user?.email_confirmed_at).toBeDefined();
  const { user: byDomain } = await present(
    await issuer.idToken({ ...newPerson(), email_verified: undefined, xms_edov: true }),
  );
  expect(byDomain?.email_confirmed_at).toBeDefined();
});

test('who registered an address without confirming it loses the account to its owner', async () => {
  const person = newPerson();
  const { email } = person;
  await service.client().auth.signUp({ email, password: PASSWORD, options: { data: { is: 'stranger' } } });
  const [mail] = await service.mailsTo(email);
  const { user } = await present(await issuer.idToken(person));
  expect(user).toMatchObject({ email, app_metadata: { confirmed_by: 'provider' } });
  expect(user?.user_metadata).not.toHaveProperty('is');
  const { error } = await service.client().auth.signInWithPassword({ email, password: PASSWORD });
  expect(error?.code).toBe('invalid_credentials');
  const followed = await service.request(mail?.link ?? '');
  expect(followed.headers.get('location')).toContain('error_code=otp_expired');
});

test('who registered an address while confirmation was off loses the account and its sessions to the owner', async () => {
  const person = newPerson();
  const { email } = person;
  const own = await issuer.idToken(newPerson());
  const auth = { manualLinking: true, providers: [issuer.provider()] };
  const squatter = service.withSettings({ confirmEmail: false, auth }).client();
  expect((await squatter.auth.signUp({ email, password: PASSWORD })).error).toBeNull();
  expect((await squatter.auth.linkIdentity({ provider: 'custom:acme', token: own })).error).toBeNull();
  expect((await squatter.auth.mfa.enroll({ factorType: 'totp' })).error).toBeNull();
  const { user } = await present(await issuer.idToken(person));
  expect(user?.email).toBe(email);
  expect(user?.factors).toBeUndefined();
  expect((await present(own)).user?.id).not.toBe(user?.id);
  // The device and the address of the owner.
  expect(await service.query('select from auth.known_clients where user_id = $1', [user?.id])).toHaveLength(2);
  expect((await squatter.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  const { error } = await service.client().auth.signInWithPassword({ email, password: PASSWORD });
  expect(error?.code).toBe('invalid_credentials');
});

test('an invited person who comes by a provider keeps the data of the invitation', async () => {
  const person = newPerson();
  const headers = { authorization: `Bearer ${service.keys.serviceRoleKey}` };
  const body = JSON.stringify({ email: person.email, data: { team: 'customs' } });
  expect((await service.request('/invite', { method: 'POST', headers, body })).status).toBe(200);
  expect((await present(await issuer.idToken(person))).user?.user_metadata).toMatchObject({ team: 'customs' });
});

test('an unconfirmed account is opened by its identity only with the address that the provider has verified', async () => {
  const person = newPerson();
  const { user } = await present(await issuer.idToken(person));
  await service.query('update auth.users set email_confirmed_at = null where id = $1', [user?.id]);
  const moved = await present(await issuer.idToken({ ...person, email: newPerson().email }));
  expect(moved.error?.code).toBe('provider_email_needs_verification');
  expect((await present(await issuer.idToken(person))).user).toMatchObject({
    id: user?.id,
    email_confirmed_at: expect.any(String),
  });
});

test('an anonymous account becomes that of an identity, whose address must be verified and free', async () => {
  const auth = { manualLinking: true, anonymousSignIns: true, providers: [issuer.provider()] };
  const { client, id } = await anonymousAccount(service.withSettings({ auth }).client());
  const link = async (claims: IssuerClaims) =>
    (await client.auth.linkIdentity({ provider: 'custom:acme', token: await issuer.idToken(claims) })).error?.code;
  expect(await link({ ...newPerson(), email_verified: false })).toBe('provider_email_needs_verification');
  expect(await link({ ...newPerson(), email: (await service.person()).email })).toBe('email_exists');
  const person = newPerson();
  expect(await link(person)).toBeUndefined();
  const { data } = await client.auth.getUser();
  expect(data.user).toMatchObject({ id, email: person.email, is_anonymous: false });
  expect((await present(await issuer.idToken(person))).user?.id).toBe(id);
});

test('a banned account is not opened, by its identity or by its address', async () => {
  const person = newPerson();
  const { user } = await present(await issuer.idToken(person));
  await service.query(`update auth.users set banned_until = now() + interval '1 hour' where id = $1`, [user?.id]);
  expect((await present(await issuer.idToken(person))).error?.code).toBe('user_banned');
  expect((await present(await issuer.idToken({ ...newPerson(), email: person.email }))).error?.code).toBe(
    'user_banned',
  );
});

test('without sign-ups only accounts that exist are opened', async () => {
  const { email } = await service.person();
  const closed = service.withSettings({ allowSignup: false, auth: { providers: [issuer.provider()] } });
  expect((await present(await issuer.idToken(newPerson()), {}, closed)).error?.code).toBe('signup_disabled');
  expect((await present(await issuer.idToken({ ...newPerson(), email }), {}, closed)).error).toBeNull();
});

test('a provider that is not configured, or does not answer, is an error that users can read', async () => {
  const token = await issuer.idToken(newPerson());
  expect((await present(token, {}, service)).error).toMatchObject({ status: 400, code: 'provider_disabled' });
  const closed = await startOidcIssuer();
  await closed.stop();
  const gone = service.withSettings({ auth: { providers: [closed.provider()] } });
  expect((await present(token, {}, gone)).error).toMatchObject({ status: 422, code: 'unexpected_failure' });
});

test.each([
  ['no token', 'nonsense'],
  ['parts that are no JSON', 'a.b.c'],
  ['no claims', `${encode({ alg: 'RS256' })}.${encode('text')}.c2ln`],
  ['an algorithm without a key', `${encode({ alg: 'none' })}.${encode({ sub: '1' })}.`],
  ['a shared secret', `${encode({ alg: 'HS256' })}.${encode({ sub: '1' })}.c2ln`],
])('an id_token with %s is refused before its provider is asked', async (_, id_token) => {
  // Nobody answers there.
  const gone = service.withSettings({ auth: { providers: [issuer.provider({ issuer: 'http://127.0.0.1:1' })] } });
  const body = JSON.stringify({ provider: 'custom:acme', id_token });
  const answer = await gone.request('/token?grant_type=id_token', { method: 'POST', body });
  expect([answer.status, (await answer.json()).error]).toEqual([400, 'invalid request']);
});

test('an identity is added to the account of the signed-in user only where that is allowed', async () => {
  const token = await issuer.idToken(newPerson());
  const { client, accessToken, refreshToken } = await service.person();
  const linkAs = async (from: Pick<TestAuth, 'client'>, idToken = token) => {
    const own = from.client();
    await own.auth.setSession({ access_token: accessToken, refresh_token: refreshToken });
    return own.auth.linkIdentity({ provider: 'custom:acme', token: idToken });
  };
  expect((await linkAs(acme)).error?.code).toBe('manual_linking_disabled');
  expect((await linkAs(acme, 'x.y.z')).error?.code).toBe('manual_linking_disabled');
  const linking = service.withSettings({ auth: { manualLinking: true, providers: [issuer.provider()] } });
  const { data, error } = await linkAs(linking);
  expect(error).toBeNull();
  const { data: before } = await client.auth.getUser();
  expect(data.user?.id).toBe(before.user?.id);
  expect((await linkAs(linking)).error?.code).toBe('identity_already_exists');
  expect((await present(token)).user?.id).toBe(before.user?.id);

  const foreign = await issuer.idToken(newPerson());
  await present(foreign);
  expect((await linkAs(linking, foreign)).error).toMatchObject({ status: 422, code: 'identity_already_exists' });
  await service.query(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
     values ($1, $2, 'totp', 'verified', now(), now())`,
    [randomUUID(), before.user?.id],
  );
  expect((await linkAs(linking, await issuer.idToken(newPerson()))).error?.code).toBe('insufficient_aal');
});

test('an unsigned-in caller cannot add an identity', async () => {
  const linking = service.withSettings({ auth: { manualLinking: true, providers: [issuer.provider()] } });
  const body = JSON.stringify({
    provider: 'custom:acme',
    id_token: await issuer.idToken(newPerson()),
    link_identity: true,
  });
  const answer = await linking.request('/token?grant_type=id_token', { method: 'POST', body });
  expect(answer.status).toBe(401);
});

test('of the above only the provider that did not answer is in the log', () => {
  const lines = service.logged().trim().split('\n');
  expect(lines).toEqual([expect.stringContaining('The sign-in provider does not answer')]);
});

async function anonymousAccount(client: ReturnType<TestAuth['client']>) {
  const { data } = await client.auth.signInAnonymously();
  return { client, id: data.user?.id };
}

const seconds = (): number => Math.floor(Date.now() / 1000);
const base64url = (text: string): string => Buffer.from(text).toString('base64url');

function encode(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
