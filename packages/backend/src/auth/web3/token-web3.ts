import { hash } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58 } from '@scure/base';
import { z } from 'zod';
import { type AuthDeps, type AuthTx, clientInfo, inAuthTransaction, readAuthBody } from '../auth-deps.ts';
import type { RunQuery } from '../../database/connect.ts';
import type { BackendContext } from '../../http/env.ts';
import { AuthError, OAuthError } from '../errors.ts';
import { isOfThisSite } from '../mail-links/redirect-to.ts';
import { type ExternalUser, claimText, createExternal, signInByIdentity } from '../providers/sign-in-external.ts';
import { openSession } from '../sessions/sessions.ts';

const Web3Grant = z.object({
  chain: z.string().nullish(),
  message: z.string().nullish(),
  signature: z.string().nullish(),
});

/** How old a message may be, and how far ahead of the clock. */
const VALIDITY_MS = 600_000;

/** POST /token?grant_type=web3: a session for the owner of a wallet, by a message that it signed for this site. */
export async function tokenWeb3(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const client = clientInfo(c);
  await deps.limits.requireToken(client.address);
  if (deps.settings.auth.web3.length === 0) throw new AuthError('web3_provider_disabled');
  const body = await readAuthBody(c, Web3Grant);
  const text = body.message ?? '';
  const message = parseWalletMessage(requireChain(deps, body.chain), text);
  if (!isSignedBy(message.chain, message.address, text, body.signature ?? '')) {
    throw new OAuthError('invalid_grant', 'Signature does not match address in message');
  }
  requireForThisSite(deps, message);
  requireCurrent(message, deps.now());
  const session = await inAuthTransaction(deps, async (tx) => {
    await useUp(tx.query, message, text, deps.now());
    return openSession(tx, await signInWallet(tx, message), 'web3', client);
  });
  return c.json(session);
}

function requireChain(deps: AuthDeps, chain: string | null | undefined): Chain {
  const { web3 } = deps.settings.auth;
  if (chain !== 'ethereum' && chain !== 'solana') throw new AuthError('web3_unsupported_chain');
  if (!web3.includes(chain)) throw new AuthError('web3_provider_disabled');
  return chain;
}

/** A message that the owner signed for another site must not open an account here. */
function requireForThisSite(deps: AuthDeps, { uri, domain }: WalletMessage): void {
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(uri.hostname);
  if (uri.protocol !== 'https:' && !isLocal) {
    throw new OAuthError('invalid_grant', 'Signed message is using URI which does not use HTTPS');
  }
  if (!isOfThisSite(deps, uri)) {
    throw new OAuthError('invalid_grant', 'Signed message is using URI which is not allowed on this server');
  }
  if (uri.host !== domain) {
    throw new OAuthError('invalid_grant', 'Signed message is using a Domain that does not match the one in URI');
  }
}

function requireCurrent({ issuedAt, notBefore, expiresAt }: WalletMessage, now: Date): void {
  const age = now.getTime() - issuedAt.getTime();
  if (age > VALIDITY_MS) throw new OAuthError('invalid_grant', 'Message was issued too long ago');
  if (age < -VALIDITY_MS) throw new OAuthError('invalid_grant', 'Message was issued too far in the future');
  if (notBefore && notBefore > now) throw new OAuthError('invalid_grant', 'Signed message becomes valid in the future');
  if (expiresAt && expiresAt <= now) throw new OAuthError('invalid_grant', 'Signed message is expired');
}

/** Each message signs in once: GoTrue takes it again until it is ten minutes old. */
async function useUp(query: RunQuery, { chain, issuedAt }: WalletMessage, text: string, now: Date): Promise<void> {
  await query('delete from auth.used_wallet_messages where expires_at < $1', [now.toISOString()]);
  const { rowCount } = await query(
    'insert into auth.used_wallet_messages (message_hash, expires_at) values ($1, $2) on conflict do nothing',
    [hash('sha256', `${chain}\n${text}`), new Date(issuedAt.getTime() + 2 * VALIDITY_MS)],
  );
  if (rowCount === 0) throw new OAuthError('invalid_grant', 'Signed message was used before');
}

/** The account of a wallet has no address. */
async function signInWallet(tx: AuthTx, message: WalletMessage) {
  const { chain, address, network, domain, statement } = message;
  const subject = `web3:${chain}:${address}`;
  const custom_claims = { address, chain, network: claimText(network), domain, statement: claimText(statement) };
  const data = { sub: subject, custom_claims, email_verified: false, phone_verified: false };
  const external: ExternalUser = { provider: 'web3', subject, verifiedEmail: null, data };
  return signInByIdentity(tx, external, createExternal);
}

/**
 * Whether the owner of the address has signed the text. Throws AuthError `validation_failed` for a signature that is not
 * of the chain's form.
 */
function isSignedBy(chain: Chain, address: string, text: string, signature: string): boolean {
  const message = new TextEncoder().encode(text);
  return chain === 'ethereum'
    ? recoverAddress(message, readHex(signature)) === address
    : isSolanaSignature(address, message, readBase64(signature));
}

/** The address whose key made the signature (EIP-191, `personal_sign`), or null. */
function recoverAddress(message: Uint8Array, signature: Buffer): string | null {
  const prefix = new TextEncoder().encode(`\x19Ethereum Signed Message:\n${message.length}`);
  const digest = keccak_256(Buffer.concat([prefix, message]));
  const last = signature[64] ?? 0;
  const recovery = last >= 27 ? last - 27 : last;
  if (recovery > 1) return null;
  try {
    const recovered = Buffer.concat([Buffer.from([recovery]), signature.subarray(0, 64)]);
    const compressed = secp256k1.recoverPublicKey(recovered, digest, { prehash: false });
    const key = secp256k1.Point.fromBytes(compressed).toBytes(false).subarray(1);
    return `0x${Buffer.from(keccak_256(key).subarray(-20)).toString('hex')}`;
  } catch {
    return null;
  }
}

function isSolanaSignature(address: string, message: Uint8Array, signature: Buffer): boolean {
  try {
    const key = base58.decode(address);
    // RFC 8032's strict rule, which also rejects keys of small order: for these any signature may be right.
    return key.length === 32 && ed25519.verify(signature, message, key, { zip215: false });
  } catch {
    return false;
  }
}

function readHex(text: string): Buffer {
  if (/^(?:0x)?[\da-f]{130}$/i.test(text)) return Buffer.from(text.replace(/^0x/i, ''), 'hex');
  throw new AuthError('validation_failed', 'signature must be 65 bytes, encoded as 130 hexadecimal characters');
}

function readBase64(text: string): Buffer {
  if (/^[\w+/-]{86}(?:==)?$/.test(text)) return Buffer.from(text, 'base64url');
  throw new AuthError('validation_failed', 'signature must be 64 bytes encoded as base64 with or without padding');
}

export type Chain = 'ethereum' | 'solana';

const MIN_LENGTH = 64;
const MAX_LENGTH = 20 * 1024;

const HEADERS: Readonly<Record<Chain, string>> = {
  ethereum: ' wants you to sign in with your Ethereum account:',
  solana: ' wants you to sign in with your Solana account:',
};
const ADDRESSES: Readonly<Record<Chain, RegExp>> = {
  ethereum: /^0x[\da-f]{40}$/i,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
};

type WalletMessage = ReturnType<typeof parseWalletMessage>;

/**
 * Reads a message by which the owner of a wallet asks to be signed in (EIP-4361, and the same for Solana). Throws AuthError
 * `validation_failed` for one that is not complete, or names a field twice.
 */
function parseWalletMessage(chain: Chain, text: string) {
  if (text.length < MIN_LENGTH) throw invalid('message is too short');
  if (text.length > MAX_LENGTH) throw invalid('message must not exceed 20KB');
  const lines = text.split('\n');
  const [header = '', address = '', blank] = lines;
  if (!header.endsWith(HEADERS[chain])) throw invalid('first line of the message is not that of a sign-in');
  if (!ADDRESSES[chain].test(address)) throw invalid('second line of the message is not an address');
  if (blank !== '') throw invalid('third line of the message must be empty');
  const hasStatement = lines[3] !== '' && lines[4] === '';
  const fields = readFields(lines.slice(hasStatement ? 5 : 3));
  if (fields.get('Version') !== '1') throw invalid('message version must be 1');
  const uri = URL.parse(fields.get('URI') ?? '');
  if (!uri) throw invalid('message has no valid URI');
  const issuedAt = readTime(fields, 'Issued At');
  if (!issuedAt) throw invalid('message has no Issued At');
  return {
    chain,
    /** Host and port of the site that the owner saw. */
    domain: header.slice(0, -HEADERS[chain].length),
    uri,
    issuedAt,
    /** Ethereum: `0x` and lower case; Solana: base58. */
    address: chain === 'ethereum' ? address.toLowerCase() : address,
    statement: hasStatement ? (lines[3] ?? null) : null,
    network: fields.get('Chain ID') ?? null,
    notBefore: readTime(fields, 'Not Before'),
    expiresAt: readTime(fields, 'Expiration Time'),
  };
}

function readFields(lines: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of lines) {
    // auth-js writes the heading of the resources without its colon for Solana.
    if (line === '' || line.startsWith('- ') || line === 'Resources') continue;
    const colon = line.indexOf(':');
    const name = line.slice(0, colon);
    if (colon === -1 || fields.has(name)) throw invalid(`message has a line that cannot be read: ${line.slice(0, 40)}`);
    fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}

/** RFC 3339 with a time zone; Date.parse alone takes far more. */
function readTime(fields: ReadonlyMap<string, string>, name: string): Date | null {
  const text = fields.get(name);
  if (text === undefined) return null;
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/.test(text);
  const time = isTime ? new Date(text) : null;
  if (!time || Number.isNaN(time.getTime())) throw invalid(`message has an invalid ${name}`);
  return time;
}

function invalid(message: string): AuthError {
  return new AuthError('validation_failed', message);
}
