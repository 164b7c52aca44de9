import { randomUUID } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58 } from '@scure/base';
import { AuthAdminApi, createClient } from '@supabase/supabase-js';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeIn } from '#backend-tests/support/auth-fixture.ts';
import { CLIENT_ID, type TestIssuer, startOidcIssuer } from '#backend-tests/support/oidc-issuer.ts';
import type { ReceivedMail } from '#backend-tests/support/smtp.ts';
import { firm } from '#site/content/firm.ts';
import { setUpMfa, verifyMfa } from '../support/mfa.ts';
import { randomAddress } from '../support/random-address.ts';
import { type Client, type TestApp, followLink, linkIn, startTestApp } from '../support/test-app.ts';
import { waitFor } from '#backend-tests/support/wait-for.ts';

const PASSWORD = 'a long password';

/** One site with every way to sign in that a setting allows. */
let issuer: TestIssuer;
let app: TestApp;
beforeAll(async () => {
  issuer = await startOidcIssuer();
  const { clientSecret } = issuer.provider();
  app = await startTestApp({
    env: {
      AUTH_OIDC_ACME_ISSUER: issuer.issuer,
      AUTH_OIDC_ACME_CLIENT_ID: CLIENT_ID,
      AUTH_OIDC_ACME_CLIENT_SECRET: clientSecret ?? '',
      AUTH_ANONYMOUS_SIGN_INS: 'true',
      AUTH_SECURE_PASSWORD_CHANGE: 'true',
      AUTH_MANUAL_LINKING: 'true',
      AUTH_WEB3: 'ethereum,solana',
    },
  });
});
afterAll(() => Promise.all([app?.stop(), issuer?.stop()]));

const newEmail = () => `${randomUUID()}@person.example`;
const newPerson = () => ({ sub: randomUUID(), email: newEmail(), email_verified: true });

/** The client that server-side frameworks use, with the PKCE flow. */
const pkceClient = (): Client =>
  createClient(app.url, app.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, storageKey: randomUUID(), flowType: 'pkce' },
    global: { headers: { 'X-Forwarded-For': randomAddress() } },
  });

async function atPassword(email: string): Promise<Client> {
  const client = app.client();
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return client;
}

/** A browser: keeps the cookies of the app, and follows no redirect. */
function openBrowser() {
  let cookie = '';
  return async (url: string): Promise<string> => {
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
    cookie = answer.headers.getSetCookie().map((one) => one.split(';')[0])[0] ?? cookie;
    return answer.headers.get('location') ?? '';
  };
}

/** Opens the address of signInWithOAuth, signs in at the provider, and returns where the app leads. */
async function signInAt(address: string, person: Record<string, unknown>): Promise<URL> {
  const visit = openBrowser();
  return new URL(await visit(issuer.signIn(await visit(address), person)));
}

async function openSession(client: Client, url: URL) {
  const fragment = new URLSearchParams(url.hash.slice(1));
  const { data, error } = await client.auth.setSession({
    access_token: fragment.get('access_token') ?? '',
    refresh_token: fragment.get('refresh_token') ?? '',
  });
  if (error) throw error;
  return data.user;
}

test('signInWithOAuth leads to the provider and back with a session', async () => {
  const person = newPerson();
  const client = app.client();
  const { data, error } = await client.auth.signInWithOAuth({
    provider: 'custom:acme',
    options: { redirectTo: `${app.url}/admin`, scopes: 'calendar' },
  });
  expect(error).toBeNull();
  const url = await signInAt(data.url ?? '', person);
  expect(url.origin + url.pathname).toBe(`${app.url}/admin`);
  const user = await openSession(client, url);
  expect(user).toMatchObject({ email: person.email, app_metadata: { provider: 'custom:acme' } });
  expect((await client.auth.signOut()).error).toBeNull();
});

test('signInWithOAuth in the PKCE flow returns with a code, which exchangeCodeForSession takes once', async () => {
  const person = newPerson();
  const client = pkceClient();
  const { data } = await client.auth.signInWithOAuth({ provider: 'custom:acme' });
  const url = await signInAt(data.url ?? '', person);
  const code = url.searchParams.get('code') ?? '';
  const { data: opened, error } = await client.auth.exchangeCodeForSession(code);
  expect(error).toBeNull();
  expect(opened.user?.email).toBe(person.email);
  expect(opened.session?.provider_token).toBeTruthy();
  expect(opened.session?.provider_refresh_token).toBe('refresh-1');
});

test('signInWithIdToken opens the same account', async () => {
  const person = newPerson();
  const { data } = await app.client().auth.signInWithOAuth({ provider: 'custom:acme' });
  const user = await openSession(app.client(), await signInAt(data.url ?? '', person));
  const token = await issuer.idToken(person);
  const byToken = await app.client().auth.signInWithIdToken({ provider: 'custom:acme', token });
  expect(byToken.error).toBeNull();
  expect(byToken.data.user?.id).toBe(user?.id);
  expect(byToken.data.session?.access_token).toBeTruthy();
});

test('linkIdentity adds a provider, and unlinkIdentity removes it', async () => {
  const email = `${randomUUID()}@person.example`;
  await app.service.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  const client = app.client();
  await client.auth.signInWithPassword({ email, password: PASSWORD });
  const { data: before } = await client.auth.getUserIdentities();
  expect(before?.identities.map(({ provider }) => provider)).toEqual(['email']);

  const token = await issuer.idToken(newPerson());
  expect((await client.auth.linkIdentity({ provider: 'custom:acme', token })).error).toBeNull();
  const { data: linked } = await client.auth.getUserIdentities();
  const added = linked?.identities.find(({ provider }) => provider === 'custom:acme');
  if (!added) throw new Error('The identity was not added.');
  expect((await client.auth.unlinkIdentity(added)).error).toBeNull();
  const { data: after } = await client.auth.getUserIdentities();
  expect(after?.identities.map(({ provider }) => provider)).toEqual(['email']);
});

test('signInWithWeb3 opens a session for an Ethereum wallet', async () => {
  const { secretKey, publicKey } = secp256k1.keygen();
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false).subarray(1);
  const address = `0x${Buffer.from(keccak_256(point).subarray(-20)).toString('hex')}` as const;
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    if (method === 'eth_requestAccounts') return [address];
    if (method === 'eth_chainId') return '0x1';
    const message = Buffer.from(String((params as string[])[0]).slice(2), 'hex');
    const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${message.length}`);
    const digest = keccak_256(Buffer.concat([prefix, message]));
    const [recovery = 0, ...rest] = secp256k1.sign(digest, secretKey, { prehash: false, format: 'recovered' });
    return `0x${Buffer.from([...rest, recovery + 27]).toString('hex')}`;
  };
  const wallet = { address, request, on: () => {}, removeListener: () => {} };
  const { data, error } = await app.client().auth.signInWithWeb3({
    chain: 'ethereum',
    wallet,
    statement: 'Sign in to the firm.',
    options: { url: `${app.url}/auth` },
  });
  expect(error).toBeNull();
  expect(data.user?.identities).toMatchObject([{ provider: 'web3', id: `web3:ethereum:${address}` }]);
});

test('signInWithWeb3 opens a session for a Solana wallet', async () => {
  const { secretKey, publicKey } = ed25519.keygen();
  const address = base58.encode(publicKey);
  const wallet = {
    publicKey: { toBase58: () => address },
    signMessage: async (message: Uint8Array) => ed25519.sign(message, secretKey),
  };
  const { data, error } = await app.client().auth.signInWithWeb3({
    chain: 'solana',
    wallet,
    statement: 'Sign in to the firm.',
    options: { url: `${app.url}/auth` },
  });
  expect(error).toBeNull();
  expect(data.user?.identities).toMatchObject([{ provider: 'web3', id: `web3:solana:${address}` }]);
});

test('the settings name what is configured', async () => {
  const settings = (await (await fetch(`${app.url}/auth/v1/settings`)).json()) as Record<string, unknown>;
  expect(settings['external']).toMatchObject({
    email: true,
    phone: false,
    google: false,
    azure: false,
    'custom:acme': true,
    web3_ethereum: true,
    web3_solana: true,
  });
});

const mailTo = (email: string, subject: string): Promise<ReceivedMail> =>
  waitFor(() => app.mails().findLast((mail) => mail.to === email && mail.subject === subject));

test('a PKCE client recovers a password, and no tokens are in the address', async () => {
  const email = newEmail();
  await app.signIn({ admin: false, email, password: PASSWORD });
  const client = pkceClient();
  expect((await client.auth.resetPasswordForEmail(email, { redirectTo: `${app.url}/auth?next=1` })).error).toBeNull();
  const answer = await followLink(linkIn(await mailTo(email, `Choose a new password for ${firm.name}`)));
  const landing = new URL(answer.headers.get('location') ?? '');
  expect([answer.status, landing.hash]).toEqual([303, '']);
  expect(landing.href).not.toContain('access_token');
  expect(landing.searchParams.get('next')).toBe('1');
  const { data } = await client.auth.exchangeCodeForSession(landing.searchParams.get('code') ?? '');
  expect(data).toMatchObject({ redirectType: 'recovery', user: { email } });
  expect((await client.auth.updateUser({ password: 'quite another' })).error).toBeNull();
  expect((await app.client().auth.signInWithPassword({ email, password: 'quite another' })).error).toBeNull();
});

test('every mail with a link has a code that works in its place', async () => {
  const email = newEmail();
  const client = app.client();
  await client.auth.signUp({ email, password: PASSWORD });
  const signUp = await mailTo(email, `Confirm your email address for ${firm.name}`);
  expect((await client.auth.verifyOtp({ type: 'signup', email, token: codeIn(signUp.text) })).error).toBeNull();

  await app.client().auth.resetPasswordForEmail(email);
  const recovery = await mailTo(email, `Choose a new password for ${firm.name}`);
  const events: string[] = [];
  const recovering = app.client();
  recovering.auth.onAuthStateChange((event) => void events.push(event));
  const recovered = await recovering.auth.verifyOtp({ type: 'recovery', email, token: codeIn(recovery.text) });
  expect(recovered.data.user?.email).toBe(email);
  expect(events).toContain('PASSWORD_RECOVERY');

  await app.client().auth.signInWithOtp({ email });
  const link = await mailTo(email, `Your link to sign in to ${firm.name}`);
  expect(link.html).toContain(codeIn(link.text));
  expect((await client.auth.verifyOtp({ type: 'email', email, token: codeIn(link.text) })).error).toBeNull();

  const wanted = newEmail();
  await client.auth.updateUser({ email: wanted });
  const subject = `Confirm the new address of your account at ${firm.name}`;
  for (const address of [email, wanted]) {
    const token = codeIn((await mailTo(address, subject)).text);
    expect((await client.auth.verifyOtp({ type: 'email_change', email: address, token })).error).toBeNull();
  }
  expect((await client.auth.getUser()).data.user?.email).toBe(wanted);

  const invited = newEmail();
  await app.service.auth.admin.inviteUserByEmail(invited);
  const token = codeIn((await mailTo(invited, `A colleague invites you to ${firm.name}`)).text);
  expect((await app.client().auth.verifyOtp({ type: 'invite', email: invited, token })).data.user?.email).toBe(invited);
});

test('an anonymous account reads what strangers read, and nothing of others', async () => {
  const client = app.client();
  const { data, error } = await client.auth.signInAnonymously();
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ is_anonymous: true, email: '' });
  expect((await client.from('categories').select('id')).error).toBeNull();
  for (const hidden of [client.from('accounts'), client.from('activity'), client.from('post_revisions')]) {
    expect((await hidden.select('*')).data ?? []).toEqual([]);
  }
  expect((await client.from('categories').insert({ name: 'Mine', slug: 'mine' })).error?.code).toBe('42501');
  const upload = await client.storage.from('media').upload('mine.png', new Blob(['x']), { contentType: 'image/png' });
  expect(upload.error).not.toBeNull();
  const invitation = await fetch(`${app.url}/auth/v1/invite`, {
    method: 'POST',
    headers: { apikey: app.anonKey, Authorization: `Bearer ${data.session?.access_token}` },
    body: JSON.stringify({ email: newEmail() }),
  });
  expect(invitation.status).toBe(403);
  expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({ code: 'no_authorization' });
  expect((await client.auth.updateUser({ password: PASSWORD })).error).toMatchObject({ status: 422 });
});

test('the squares of the QR code are black or white at any size, without grey lines between them', async () => {
  const client = await app.signIn({ admin: false });
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
  const [, svg = ''] = data?.totp?.qr_code.split('utf-8,') ?? [];
  const pixels = await sharp(Buffer.from(svg), { density: 50 }).greyscale().raw().toBuffer();
  expect([...new Set(pixels)].toSorted((one, other) => one - other)).toEqual([0, 255]);
});

/** The official client for administrators, with the token of a signed-in user. */
async function inviter(client: Client): Promise<InstanceType<typeof AuthAdminApi>> {
  const { data } = await client.auth.getSession();
  const headers = { apikey: app.anonKey, Authorization: `Bearer ${data.session?.access_token ?? app.anonKey}` };
  return new AuthAdminApi({ url: `${app.url}/auth/v1`, headers });
}

test('an administrator can invite a user, who signs in by the link and sets a password', async () => {
  const admin = await app.signIn({ admin: true });
  const email = newEmail();
  const { data, error } = await (await inviter(admin)).inviteUserByEmail(email, { redirectTo: `${app.url}/auth` });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email, invited_at: expect.any(String) });
  expect((await admin.from('accounts').select('state').eq('email', email)).data).toEqual([{ state: 'invited' }]);

  const answer = await fetch(linkIn(await app.mailTo(email)), { redirect: 'manual' });
  const landing = new URL(answer.headers.get('location') ?? '');
  const arrived = new URLSearchParams(landing.hash.slice(1));
  expect([landing.pathname, arrived.get('type')]).toEqual(['/auth', 'invite']);
  const client = app.client();
  await client.auth.setSession({
    access_token: arrived.get('access_token') ?? '',
    refresh_token: arrived.get('refresh_token') ?? '',
  });
  expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull();
  await atPassword(email);
  expect((await (await inviter(admin)).inviteUserByEmail(email)).error).toMatchObject({
    status: 422,
    code: 'email_exists',
  });
});

test('a visitor, a signed-in user and an administrator before MFA cannot invite', async () => {
  const email = newEmail();
  const admin = await app.signIn({ admin: true, email, password: PASSWORD });
  await setUpMfa(admin);
  const clients = [app.client(), await app.signIn({ admin: false }), await atPassword(email)];
  const answers = [];
  for (const client of clients) answers.push((await (await inviter(client)).inviteUserByEmail(newEmail())).error?.code);
  expect(answers).toEqual(['bad_jwt', 'not_admin', 'not_admin']);
  expect((await app.service.auth.admin.inviteUserByEmail(newEmail())).error).toBeNull();
});

test('the assurance level and the factors survive a restart', async () => {
  const email = newEmail();
  const client = await app.signIn({ admin: false, email, password: PASSWORD });
  const authenticator = await setUpMfa(client);
  await app.restart();
  expect((await client.auth.refreshSession()).error).toBeNull();
  expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');
  await verifyMfa(await atPassword(email), authenticator);
});
