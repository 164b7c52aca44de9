import { randomUUID } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58 } from '@scure/base';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLIENT_ID, type TestIssuer, startOidcIssuer } from '#backend-tests/support/oidc-issuer.ts';
import { type Client, type TestApp, startTestApp } from '../support/test-app.ts';

const PASSWORD = 'a long password';

let issuer: TestIssuer;
let app: TestApp;
beforeAll(async () => {
  issuer = await startOidcIssuer();
  const { clientSecret } = issuer.provider();
  app = await startTestApp({
    smtp: false,
    env: {
      AUTH_OIDC_ACME_ISSUER: issuer.issuer,
      AUTH_OIDC_ACME_CLIENT_ID: CLIENT_ID,
      AUTH_OIDC_ACME_CLIENT_SECRET: clientSecret ?? '',
      AUTH_MANUAL_LINKING: 'true',
      AUTH_WEB3: 'ethereum,solana',
    },
  });
});
afterAll(() => Promise.all([app?.stop(), issuer?.stop()]));

const newPerson = () => ({ sub: randomUUID(), email: `${randomUUID()}@person.example`, email_verified: true });

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
  const client = createClient(app.url, app.anonKey, {
    auth: { flowType: 'pkce', persistSession: false, autoRefreshToken: false, storageKey: randomUUID() },
  });
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
