import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58 } from '@scure/base';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SITE, type TestAuth, startTestAuth } from '#tests/support/auth-fixture.ts';

let service: TestAuth;
let wallets: Pick<TestAuth, 'client' | 'request'>;

beforeAll(async () => {
  service = await startTestAuth();
  wallets = service.withSettings({ auth: { web3: ['ethereum', 'solana'] } });
});
afterAll(() => service?.stop());

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A wallet that signs as `personal_sign` does. */
function ethereumWallet() {
  const { secretKey, publicKey } = secp256k1.keygen();
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false).subarray(1);
  const address = `0x${Buffer.from(keccak_256(point).subarray(-20)).toString('hex')}`;
  const sign = (text: string): string => {
    const prefix = utf8(`\x19Ethereum Signed Message:\n${utf8(text).length}`);
    const digest = keccak_256(Buffer.concat([prefix, utf8(text)]));
    const signature = secp256k1.sign(digest, secretKey, { prehash: false, format: 'recovered' });
    const [recovery = 0, ...rest] = signature;
    return `0x${Buffer.from([...rest, recovery + 27]).toString('hex')}`;
  };
  return { address, sign };
}

function solanaWallet() {
  const { secretKey, publicKey } = ed25519.keygen();
  const sign = (text: string): string => Buffer.from(ed25519.sign(utf8(text), secretKey)).toString('base64url');
  return { address: base58.encode(publicKey), sign };
}

type Wallet = ReturnType<typeof ethereumWallet>;
const CHAINS = { ethereum: { make: ethereumWallet, name: 'Ethereum' }, solana: { make: solanaWallet, name: 'Solana' } };
type Chain = keyof typeof CHAINS;

/** A message for this site; `changes` replaces lines by their name, or removes them with null. */
function messageFor(chain: Chain, { address }: Wallet, changes: Record<string, string | null> = {}): string {
  const fields: Record<string, string | null> = {
    domain: 'firm.example',
    URI: `${SITE}/auth`,
    Version: '1',
    'Chain ID': chain === 'ethereum' ? '1' : 'mainnet',
    'Issued At': new Date().toISOString(),
    ...changes,
  };
  const { domain, ...rest } = fields;
  const lines = Object.entries(rest).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
  const header = `${domain} wants you to sign in with your ${CHAINS[chain].name} account:`;
  return [header, address, '', 'Sign in to the firm.', '', ...lines].join('\n');
}

async function present(chain: string, message: string, signature: string, from = wallets) {
  const body = JSON.stringify({ chain, message, signature });
  const answer = await from.request('/token?grant_type=web3', { method: 'POST', body });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const granted = (description: string) => ({ error: 'invalid_grant', error_description: description });

describeChains((chain) => {
  const { make } = CHAINS[chain];

  test(`${chain}: a signed message opens an account, and the same one the next time`, async () => {
    const wallet = make();
    const first = messageFor(chain, wallet);
    const { status, body } = await present(chain, first, wallet.sign(first));
    expect(status).toBe(200);
    const id = `web3:${chain}:${wallet.address}`;
    expect(body['user']).toMatchObject({
      email: '',
      is_anonymous: false,
      app_metadata: { provider: 'web3', providers: ['web3'] },
      identities: [{ provider: 'web3', id, identity_data: { custom_claims: { address: wallet.address, chain } } }],
    });
    const second = messageFor(chain, wallet, { Nonce: 'another1' });
    const again = await present(chain, second, wallet.sign(second));
    expect((again.body['user'] as { id: string }).id).toBe((body['user'] as { id: string }).id);
  });

  test(`${chain}: a message opens one session only, also when it is presented twice at once`, async () => {
    const wallet = make();
    const message = messageFor(chain, wallet);
    const signature = wallet.sign(message);
    const answers = await Promise.all([present(chain, message, signature), present(chain, message, signature)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
    const { body } = await present(chain, message, signature);
    expect(body).toEqual(granted('Signed message was used before'));
  });

  test(`${chain}: an altered message is rejected`, async () => {
    const wallet = make();
    const message = messageFor(chain, wallet);
    const signature = wallet.sign(message);
    const altered = [
      message.replace('Sign in to', 'Sign out of'),
      message.replace(wallet.address, make().address),
      `${message}\n- https://evil.example`,
      message.replace('Version', ' Version'),
    ];
    for (const text of altered) {
      const { status, body } = await present(chain, text, signature);
      expect([400, 422]).toContain(status);
      expect(body).not.toHaveProperty('access_token');
    }
    const { body } = await present(chain, message.replace('the firm', 'The firm'), signature);
    expect(body).toEqual(granted('Signature does not match address in message'));
  });

  test(`${chain}: a message of another wallet's key is rejected`, async () => {
    const wallet = make();
    const message = messageFor(chain, wallet);
    const { body } = await present(chain, message, make().sign(message));
    expect(body).toEqual(granted('Signature does not match address in message'));
  });

  test.each([
    ['another site', { domain: 'evil.example', URI: 'https://evil.example/' }, 'URI which is not allowed'],
    [
      'another site on a loopback address',
      { domain: '127.0.0.1:9', URI: 'http://127.0.0.1:9/' },
      'URI which is not allowed',
    ],
    ['a domain that is not that of its URI', { domain: 'evil.example' }, 'Domain that does not match'],
    ['a URI that is not that of its domain', { URI: 'https://evil.example/' }, 'URI which is not allowed'],
    ['a URI without https', { URI: 'http://firm.example/' }, 'does not use HTTPS'],
    ['a URI with a misleading path', { URI: `${SITE}//evil.example` }, 'URI which is not allowed'],
    ['an issue too long ago', { 'Issued At': new Date(Date.now() - 660_000).toISOString() }, 'too long ago'],
    ['an issue in the future', { 'Issued At': new Date(Date.now() + 660_000).toISOString() }, 'in the future'],
    ['an end in the past', { 'Expiration Time': new Date(Date.now() - 1000).toISOString() }, 'is expired'],
    ['a begin in the future', { 'Not Before': new Date(Date.now() + 60_000).toISOString() }, 'becomes valid'],
  ])(`${chain}: a message with %s is rejected`, async (_, changes, reason) => {
    const wallet = make();
    const message = messageFor(chain, wallet, changes);
    const { status, body } = await present(chain, message, wallet.sign(message));
    expect(status).toBe(400);
    expect(body['error']).toBe('invalid_grant');
    expect(body['error_description']).toContain(reason);
  });

  test.each([
    ['no version', { Version: null }],
    ['another version', { Version: '2' }],
    ['no URI', { URI: null }],
    ['no time', { 'Issued At': null }],
    ['a time that is none', { 'Issued At': 'yesterday' }],
    ['a time without a zone', { 'Issued At': '2026-11-23T10:00:00' }],
    ['two URIs', { Note: `x\nURI: https://evil.example/` }],
    ['a line without a name', { Note: 'x\nanything' }],
  ])(`${chain}: a message with %s is malformed`, async (_, changes) => {
    const wallet = make();
    const message = messageFor(chain, wallet, changes);
    const { status, body } = await present(chain, message, wallet.sign(message));
    expect([status, body['error_code']]).toEqual([400, 'validation_failed']);
  });

  test.each(['', 'x', '0x', '0'.repeat(130), 'A'.repeat(86), '\u00e9'.repeat(86), 'f'.repeat(130)])(
    `${chain}: the signature "%s" is rejected`,
    async (signature) => {
      const message = messageFor(chain, make());
      const { status, body } = await present(chain, message, signature);
      expect(status).toBe(400);
      expect(body).not.toHaveProperty('access_token');
    },
  );
});

function describeChains(define: (chain: Chain) => void): void {
  for (const chain of ['ethereum', 'solana'] as const) define(chain);
}

test('an address in capital letters is the same wallet', async () => {
  const wallet = ethereumWallet();
  const ids = [];
  for (const address of [wallet.address, `0x${wallet.address.slice(2).toUpperCase()}`]) {
    const message = messageFor('ethereum', { ...wallet, address });
    ids.push(((await present('ethereum', message, wallet.sign(message))).body['user'] as { id: string }).id);
  }
  expect(ids[0]).toBe(ids[1]);
});

test('a key of small order, under which any message would be signed, is rejected', async () => {
  // The neutral element, and the signature with R = neutral and S = 0.
  const neutral = Buffer.from([1, ...Array.from({ length: 31 }, () => 0)]);
  const message = messageFor('solana', { address: base58.encode(neutral), sign: () => '' });
  const signature = Buffer.concat([neutral, Buffer.alloc(32)]).toString('base64url');
  const { body } = await present('solana', message, signature);
  expect(body).toEqual(granted('Signature does not match address in message'));
});

test('a signature of one chain is none of the other', async () => {
  const wallet = ethereumWallet();
  const message = messageFor('ethereum', wallet);
  const { status } = await present('solana', message, wallet.sign(message));
  expect(status).toBe(400);
});

test('texts that are too long are rejected', async () => {
  const wallet = ethereumWallet();
  const message = messageFor('ethereum', wallet, { Note: 'x'.repeat(21_000) });
  expect((await present('ethereum', message, wallet.sign(message))).body['error_code']).toBe('validation_failed');
});

test('wallets are off unless they are switched on, each chain by itself', async () => {
  const wallet = ethereumWallet();
  const message = messageFor('ethereum', wallet);
  const codeFrom = async (from: Pick<TestAuth, 'request'>, chain: string) => {
    const { status, body } = await present(chain, message, wallet.sign(message), { ...wallets, request: from.request });
    return [status, body['error_code']];
  };
  expect(await codeFrom(service, 'ethereum')).toEqual([422, 'web3_provider_disabled']);
  const solana = service.withSettings({ auth: { web3: ['solana'] } });
  expect(await codeFrom(solana, 'ethereum')).toEqual([422, 'web3_provider_disabled']);
  expect(await codeFrom(wallets, 'kaspa')).toEqual([400, 'web3_unsupported_chain']);
  for (const body of ['', 'no json', '{"chain":7}', '{"chain":"bitcoin"}', '{"chain":"ethereum"}']) {
    const answer = await service.request('/token?grant_type=web3', { method: 'POST', body });
    expect([body, answer.status, (await answer.json()).error_code]).toEqual([body, 422, 'web3_provider_disabled']);
  }
});

test('a banned wallet, and a new one while sign-ups are off, open no session', async () => {
  const wallet = ethereumWallet();
  const message = messageFor('ethereum', wallet);
  const { body } = await present('ethereum', message, wallet.sign(message));
  const { id } = body['user'] as { id: string };
  await service.query(`update auth.users set banned_until = now() + interval '1 hour' where id = $1`, [id]);
  const next = messageFor('ethereum', wallet, { Nonce: 'another1' });
  expect((await present('ethereum', next, wallet.sign(next))).body['error_code']).toBe('user_banned');
  const closed = service.withSettings({ allowSignup: false, auth: { web3: ['ethereum'] } });
  const stranger = ethereumWallet();
  const hello = messageFor('ethereum', stranger);
  const refused = await present('ethereum', hello, stranger.sign(hello), closed);
  expect(refused.body['error_code']).toBe('signup_disabled');
});

test('nothing of the above was logged as an error', () => {
  expect(service.logged()).toBe('');
});
