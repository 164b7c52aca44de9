import * as oauth from 'oauth4webapi';
import type { AuthDeps } from '../auth-deps.ts';
import { AuthError, OAuthError } from '../errors.ts';
import { callbackOf } from './begin-flow.ts';
import { type ExternalUser, externalUser } from './external-user.ts';
import { verifyIdToken } from './id-token.ts';
import { flowSecrets } from './oauth-state.ts';
import type { Provider } from './providers.ts';

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
 * Sends the secret in the body if the issuer supports it: in the header it is percent-encoded, which some issuers do
 * not decode. An issuer that names no method supports `client_secret_basic` (OpenID Connect Discovery 3).
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
