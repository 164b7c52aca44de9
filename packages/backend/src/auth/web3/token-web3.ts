import { createHash } from 'node:crypto';
import { z } from 'zod';
import { asBackend } from '../../database/as-caller.ts';
import type { RunQuery } from '../../database/connect.ts';
import type { Endpoint } from '../../http/env.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { clientInfo } from '../auth-deps.ts';
import { AuthError, OAuthError } from '../errors.ts';
import { type ExternalUser, textOf } from '../oauth/external-user.ts';
import { findIdentity } from '../oauth/identities.ts';
import { createExternal, signInKnown } from '../oauth/sign-in-external.ts';
import { readAuthBody } from '../read-body.ts';
import { isOfThisSite } from '../redirect-to.ts';
import { openSession } from '../sessions.ts';
import { type Chain, type WalletMessage, parseWalletMessage } from './wallet-message.ts';
import { isSignedBy } from './wallet-signature.ts';

const Web3Grant = z.object({
  chain: z.string().nullish(),
  message: z.string().nullish(),
  signature: z.string().nullish(),
});

/** How old a message may be, and how far ahead of the clock. */
const VALIDITY_MS = 600_000;

/** POST /token?grant_type=web3: a session for the owner of a wallet, by a message that it signed for this site. */
export function tokenWeb3(deps: AuthDeps): Endpoint {
  return async (c) => {
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
    const session = await asBackend(deps.database, async (query) => {
      await useUp(query, message, text, deps.now());
      return openSession(deps, query, await signInWallet(deps, query, message), 'web3', client);
    });
    return c.json(session);
  };
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
    [
      createHash('sha256').update(`${chain}\n${text}`).digest('hex'),
      new Date(issuedAt.getTime() + 2 * VALIDITY_MS).toISOString(),
    ],
  );
  if (rowCount === 0) throw new OAuthError('invalid_grant', 'Signed message was used before');
}

/** The account of a wallet has no address. */
async function signInWallet(deps: AuthDeps, query: RunQuery, message: WalletMessage) {
  const { chain, address, network, domain, statement } = message;
  const subject = `web3:${chain}:${address}`;
  const custom_claims = { address, chain, network: textOf(network), domain, statement: textOf(statement) };
  const data = { sub: subject, custom_claims, email_verified: false, phone_verified: false };
  const external: ExternalUser = { provider: 'web3', subject, verifiedEmail: null, data };
  const known = await findIdentity(query, external);
  return known ? signInKnown(deps, query, known.user_id, external) : createExternal(deps, query, external);
}
