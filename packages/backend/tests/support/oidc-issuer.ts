import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { OidcProvider } from '#backend/auth/providers/providers.ts';

export type IssuerClaims = Record<string, unknown>;

/** What an answer of the issuer has wrong, for tests of hostile or broken issuers. */
export type Misbehaviour = {
  /** Replaces claims of the ID token. */
  claims?: IssuerClaims;
  /** Signs with a key that is not in the key set, under the right `kid`. */
  wrongKey?: boolean;
  /** The parameter `iss` of the callback. */
  iss?: string;
  /** IssuerClaims for the userinfo endpoint instead of the ID token. */
  userInfo?: IssuerClaims;
};

export type TestIssuer = {
  issuer: string;
  /** Its settings as a provider, named `custom:acme` unless changed. */
  provider: (changes?: Partial<OidcProvider>) => OidcProvider;
  /** An ID token for our client, valid for an hour; `claims` replaces or, with undefined, removes some. */
  idToken: (claims: IssuerClaims, key?: 'own' | 'other') => Promise<string>;
  /** The public key as JWK, as its key set has it. */
  publicJwk: IssuerClaims;
  /** Runs `work` before the next answer at this path. */
  before: (path: string, work: () => Promise<unknown>) => void;
  /** Signs a person in at the authorization endpoint; returns the address of the callback. */
  signIn: (authorization: string, person: IssuerClaims, wrong?: Misbehaviour) => string;
  stop: () => Promise<void>;
};

export const CLIENT_ID = 'our-client';
const CLIENT_SECRET = 'secret of our client';
const KID = 'key-1';

type Grant = { nonce: string; challenge: string; redirectUri: string; person: IssuerClaims; wrong: Misbehaviour };

/**
 * An OpenID Connect issuer on a loopback port, with discovery, key set, token and userinfo endpoints. It takes the secret
 * of the client in the Authorization header, or only in the body.
 */
export async function startOidcIssuer(takesSecretInBody = false): Promise<TestIssuer> {
  const own = await generateKeyPair('RS256', { extractable: true });
  const other = await generateKeyPair('RS256');
  const publicJwk = { ...(await exportJWK(own.publicKey)), kid: KID, alg: 'RS256', use: 'sig' };
  const grants = new Map<string, Grant>();
  const userInfo = new Map<string, IssuerClaims>();
  const waiting = new Map<string, () => Promise<unknown>>();
  let issuer = '';

  const sign = (claims: IssuerClaims, key: CryptoKey): Promise<string> => {
    const now = Math.floor(Date.now() / 1000);
    const usual = { iss: issuer, aud: CLIENT_ID, sub: randomUUID(), iat: now, exp: now + 3600 };
    return new SignJWT({ ...usual, ...claims }).setProtectedHeader({ alg: 'RS256', kid: KID }).sign(key);
  };
  const redeem = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = new URLSearchParams(await text(request));
    const grant = grants.get(body.get('code') ?? '');
    grants.delete(body.get('code') ?? '');
    if (!grant || !isRightClient(request, body, takesSecretInBody) || !isRightVerifier(grant, body)) {
      return answer(response, 400, { error: 'invalid_grant' });
    }
    const { nonce, person, wrong } = grant;
    const access_token = randomUUID();
    if (wrong.userInfo) userInfo.set(`Bearer ${access_token}`, { sub: person['sub'], ...wrong.userInfo });
    const key = wrong.wrongKey ? other.privateKey : own.privateKey;
    const id_token = await sign({ nonce, ...person, ...wrong.claims }, key);
    answer(response, 200, { access_token, token_type: 'Bearer', refresh_token: 'refresh-1', id_token });
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = new URL(request.url ?? '/', issuer).pathname;
    const work = waiting.get(path);
    waiting.delete(path);
    await work?.();
    if (path === '/.well-known/openid-configuration') answer(response, 200, metadataOf(issuer, takesSecretInBody));
    else if (path === '/jwks') answer(response, 200, { keys: [publicJwk] });
    else if (path === '/token') void redeem(request, response);
    else if (path === '/userinfo') answer(response, 200, userInfo.get(request.headers.authorization ?? '') ?? {});
    else answer(response, 404, {});
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    issuer,
    publicJwk,
    before: (path, work) => void waiting.set(path, work),
    provider: (changes) => ({
      name: 'custom:acme',
      issuer,
      clientIds: [CLIENT_ID],
      clientSecret: CLIENT_SECRET,
      trustsEmail: false,
      ...changes,
    }),
    idToken: (claims, key = 'own') => sign(claims, key === 'own' ? own.privateKey : other.privateKey),
    signIn: (authorization, person, wrong = {}) => {
      const { searchParams: params } = new URL(authorization);
      const code = randomUUID();
      const redirectUri = params.get('redirect_uri') ?? '';
      const [nonce, challenge] = [params.get('nonce') ?? '', params.get('code_challenge') ?? ''];
      grants.set(code, { nonce, challenge, redirectUri, person, wrong });
      const callback = new URL(redirectUri);
      callback.search = new URLSearchParams({ code, state: params.get('state') ?? '' }).toString();
      if (wrong.iss) callback.searchParams.set('iss', wrong.iss);
      return callback.href;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function metadataOf(issuer: string, takesSecretInBody: boolean): IssuerClaims {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    userinfo_endpoint: `${issuer}/userinfo`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    ...(takesSecretInBody && { token_endpoint_auth_methods_supported: ['private_key_jwt', 'client_secret_post'] }),
  };
}

function isRightClient({ headers }: IncomingMessage, body: URLSearchParams, takesSecretInBody: boolean): boolean {
  const basic = Buffer.from((headers.authorization ?? '').replace('Basic ', ''), 'base64').toString();
  const inHeader = basic.split(':').map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
  const inBody = [body.get('client_id'), body.get('client_secret')];
  const [id, secret] = takesSecretInBody ? inBody : inHeader;
  return id === CLIENT_ID && secret === CLIENT_SECRET && body.get('grant_type') === 'authorization_code';
}

function isRightVerifier({ challenge, redirectUri }: Grant, body: URLSearchParams): boolean {
  const verifier = body.get('code_verifier') ?? '';
  const derived = createHash('sha256').update(verifier).digest('base64url');
  return derived === challenge && body.get('redirect_uri') === redirectUri;
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(body));
}
