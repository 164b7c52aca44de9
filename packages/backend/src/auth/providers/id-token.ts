import * as oauth from 'oauth4webapi';
import { hash } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { decodeProtectedHeader } from 'jose/decode/protected_header';
import * as errors from 'jose/errors';
import { decodeJwt } from 'jose/jwt/decode';
import { jwtVerify } from 'jose/jwt/verify';
import { z } from 'zod';
import { type AuthDeps, clientInfo, inAuthTransaction, readAuthBody } from '../auth-deps.ts';
import { AuthError, OAuthError } from '../errors.ts';
import { callbackOf, flowSecrets } from './oauth-state.ts';
import {
  type ExternalUser,
  externalUser,
  linkIdentity,
  requireLinker,
  requireLinking,
  signInExternal,
} from './sign-in-external.ts';
import type { Provider } from './providers.ts';
import type { BackendContext } from '../../http/env.ts';
import { causedBy } from '../../http/errors.ts';
import { requireBearer } from '../sessions/require-user.ts';
import { openSession } from '../sessions/sessions.ts';

/** Signatures by a private key only: a symmetric one could be made with the public key as the secret. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
/** Tolerance for clock differences, as for tokens of this service. */
const SKEW_SECONDS = 30;
/** Longer than the tokens of any provider. */
const MAX_LENGTH = 16_384;

type IdTokenClaims = JWTPayload & { sub: string };

/**
 * Verifies an ID token (OpenID Connect Core 3.1.3.7): signature by a key of the issuer, issuer, audience, times, and
 * `at_hash` where an access token is given. The nonce is for the caller to check. Throws OAuthError, or AuthError
 * `provider_unreachable`.
 */
async function verifyIdToken(
  provider: Provider,
  token: string,
  { now, accessToken }: { now: Date; accessToken: string | null },
): Promise<IdTokenClaims> {
  requireForm(token);
  const keys = await provider.keySet();
  // As the issuer writes itself: the configuration may differ in a slash at the end.
  const { issuer } = await provider.server();
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    algorithms: ALGORITHMS,
    issuer,
    audience: [...provider.clientIds],
    requiredClaims: ['sub', 'iat', 'exp'],
    clockTolerance: SKEW_SECONDS,
    currentDate: now,
  }).catch(asBadToken);
  const { sub, azp, aud } = payload;
  if (!sub) throw new OAuthError('invalid request', 'Missing sub claim in id_token');
  // With several audiences the token must have been issued to one of our clients.
  const isShared = Array.isArray(aud) && aud.length > 1;
  if (isShared && !provider.clientIds.includes(String(azp))) {
    throw new OAuthError('invalid request', 'Unacceptable audience in id_token');
  }
  const atHash = payload['at_hash'];
  if (accessToken !== null && atHash !== undefined && atHash !== halfHash(accessToken, protectedHeader.alg)) {
    throw badToken();
  }
  return { ...payload, sub };
}

/** Rejects what no issuer can have signed, before an issuer is asked for its keys. */
function requireForm(token: string): void {
  if (token.length > MAX_LENGTH) throw badToken();
  try {
    decodeJwt(token);
    if (ALGORITHMS.includes(decodeProtectedHeader(token).alg ?? '')) return;
  } catch (error) {
    throw badToken(error);
  }
  throw badToken();
}

/** The left half of the hash that belongs to the algorithm (OpenID Connect Core 3.1.3.6). */
function halfHash(text: string, algorithm: string): string {
  const digest = hash(`sha${/\d{3}$/.exec(algorithm)?.[0] ?? '512'}`, text, 'buffer');
  return digest.subarray(0, digest.length / 2).toString('base64url');
}

const badToken = (cause?: unknown): OAuthError => causedBy(new OAuthError('invalid request', 'Bad ID token'), cause);

/** Tells an invalid token from an issuer that does not answer: a failed request, a timeout, an answer without keys. */
function asBadToken(error: unknown): never {
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud') {
    throw new OAuthError('invalid request', 'Unacceptable audience in id_token');
  }
  const isOfIssuer =
    error instanceof errors.JOSEError
      ? error.code === errors.JWKSTimeout.code || error.code === errors.JOSEError.code
      : (error as Error).cause !== undefined;
  throw isOfIssuer ? causedBy(new AuthError('provider_unreachable'), error) : badToken(error);
}

/** Who signed in at the provider, and the provider's tokens, which the application may use. */
export type ExternalSignIn = { external: ExternalUser; accessToken: string; refreshToken: string | null };

/**
 * Exchanges the code of a callback for the provider's tokens and reads who signed in. Checks state, issuer, PKCE, nonce,
 * and the ID token as verifyIdToken does. Throws OAuthError with the provider's own error, such as `access_denied`,
 * AuthError `bad_oauth_callback` or `provider_unreachable`.
 */
export async function exchangeCode(
  deps: AuthDeps,
  provider: Provider,
  callback: URL,
  flowId: string,
): Promise<ExternalSignIn> {
  try {
    return await exchange(deps, provider, callback, flowId);
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError) {
      throw new OAuthError(error.error.slice(0, 100), (error.error_description ?? '').slice(0, 300));
    }
    if (error instanceof AuthError) throw error;
    // Only the message: the causes of the library hold codes and tokens.
    deps.log.warn({ provider: provider.name, reason: (error as Error).message }, 'a sign-in at a provider failed');
    throw new AuthError(isNetworkError(error) ? 'provider_unreachable' : 'bad_oauth_callback');
  }
}

async function exchange(deps: AuthDeps, provider: Provider, callback: URL, flowId: string): Promise<ExternalSignIn> {
  const server = await provider.server();
  const { nonce, verifier } = flowSecrets(deps.keys, flowId);
  const client = { client_id: provider.clientIds[0] ?? '' };
  const params = oauth.validateAuthResponse(server, client, callback, flowId);
  const response = await oauth.authorizationCodeGrantRequest(
    ...([server, client, authenticationFor(server, provider), params, callbackOf(deps), verifier] as const),
    provider.requests,
  );
  const checks = { expectedNonce: nonce, requireIdToken: true };
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, checks);
  // The library does not verify the signature of a token that came over TLS.
  const verification = { now: deps.now(), accessToken: tokens.access_token };
  const claims = await verifyIdToken(provider, tokens.id_token ?? '', verification);
  const isComplete = claims['email'] !== undefined || !server.userinfo_endpoint;
  const about = isComplete ? claims : { ...claims, ...(await readUserInfo(provider, server, tokens, claims.sub)) };
  return {
    external: externalUser(provider, about),
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? null,
  };
}

/** Some issuers leave the address to their userinfo endpoint. Its subject must be that of the token. */
async function readUserInfo(
  provider: Provider,
  server: oauth.AuthorizationServer,
  tokens: oauth.TokenEndpointResponse,
  subject: string,
): Promise<Record<string, unknown>> {
  const client = { client_id: provider.clientIds[0] ?? '' };
  const response = await oauth.userInfoRequest(server, client, tokens.access_token, provider.requests);
  return oauth.processUserInfoResponse(server, client, subject, response);
}

/**
 * Sends the secret in the body if the issuer accepts that: some issuers do not undo the percent-encoding of the header. An
 * issuer that lists no method accepts `client_secret_basic` (OpenID Connect Discovery 3).
 */
function authenticationFor(server: oauth.AuthorizationServer, { clientSecret }: Provider): oauth.ClientAuth {
  const methods = server.token_endpoint_auth_methods_supported ?? [];
  const make = methods.includes('client_secret_post') ? oauth.ClientSecretPost : oauth.ClientSecretBasic;
  return make(clientSecret ?? '');
}

/** fetch throws TypeError with a cause; a timeout is a DOMException. */
function isNetworkError(error: unknown): boolean {
  return (error instanceof TypeError && error.cause !== undefined) || (error as Error).name === 'TimeoutError';
}

const IdTokenGrant = z.object({
  provider: z.string().nullish(),
  id_token: z.string().nullish(),
  access_token: z.string().nullish(),
  nonce: z.string().nullish(),
  link_identity: z.boolean().nullish(),
});

/**
 * POST /token?grant_type=id_token: a session for the user of a provider's ID token, which an application got itself.
 * With `link_identity` the signed-in user gets the identity.
 */
export async function tokenIdToken(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const client = clientInfo(c);
  await deps.limits.requireToken(client.address);
  const body = await readAuthBody(c, IdTokenGrant);
  if (!body.id_token) throw new OAuthError('invalid request', 'id_token required');
  if (!body.provider) throw new OAuthError('invalid request', 'provider or client_id and issuer required');
  const bearer = body.link_identity ? await requireBearer(deps, c) : null;
  if (bearer) requireLinking(deps);
  const provider = deps.findProvider(body.provider);
  if (!provider) throw new AuthError('provider_disabled');
  const external = externalUser(provider, await readClaims(deps, provider, body.id_token, body));

  const session = await inAuthTransaction(deps, async (tx) => {
    const user = bearer
      ? await linkIdentity(tx.query, await requireLinker(tx, bearer), external, deps.now())
      : await signInExternal(tx, external);
    return openSession(tx, user, 'oauth', client);
  });
  return c.json(session);
}

async function readClaims(
  deps: AuthDeps,
  provider: Provider,
  token: string,
  body: z.infer<typeof IdTokenGrant>,
): Promise<IdTokenClaims> {
  const claims = await verifyIdToken(provider, token, { now: deps.now(), accessToken: body.access_token ?? null });
  requireNonce(claims['nonce'], body.nonce);
  return claims;
}

/**
 * The token holds the SHA-256 of the nonce, so that whoever sees the token cannot use it. GoTrue's rule: both have one,
 * or neither.
 */
function requireNonce(inToken: unknown, given: string | null | undefined): void {
  if (Boolean(inToken) !== Boolean(given)) {
    const message = 'Passed nonce and nonce in id_token should either both exist or not.';
    throw new OAuthError('invalid request', message);
  }
  if (given && hash('sha256', given) !== inToken) {
    throw new OAuthError('invalid nonce', 'Nonces mismatch');
  }
}
