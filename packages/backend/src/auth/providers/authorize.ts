import * as oauth from 'oauth4webapi';
import { asBackend } from '../../database/as-caller.ts';
import type { BackendContext } from '../../http/env.ts';
import { type AuthDeps, clientInfo } from '../auth-deps.ts';
import { AuthError } from '../errors.ts';
import { requirePkce } from '../mail-links/pkce.ts';
import { redirectOf } from '../mail-links/redirect-to.ts';
import { toAuthError } from '../render-error.ts';
import { requireBearer } from '../sessions/require-user.ts';
import { setBrowserCookie, withError } from './browser.ts';
import { flowSecrets, insertState } from './oauth-state.ts';
import type { Provider } from './providers.ts';
import { requireLinker } from './sign-in-external.ts';

/** GET /authorize?provider=: opened by the browser; sends it to the provider. */
export async function authorize(deps: AuthDeps, c: BackendContext): Promise<Response> {
  c.header('Cache-Control', 'no-store');
  try {
    return c.redirect(await beginFlow(deps, c, null), 302);
  } catch (error) {
    // What the application got wrong is JSON, as in GoTrue; when the provider fails the visitor returns to the site.
    if (toAuthError(error).code !== 'unexpected_failure') throw error;
    deps.log.warn({ err: error, provider: c.req.query('provider') }, 'the sign-in provider does not answer');
    return c.redirect(withError(redirectOf(deps, c), error), 302);
  }
}

/** GET /user/identities/authorize?provider=: the address at which the signed-in user adds an identity. */
export async function identitiesAuthorize(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const bearer = await requireBearer(deps, c);
  const user = await asBackend(deps.database, (query) => requireLinker(deps, query, bearer));
  const url = await beginFlow(deps, c, user.id);
  c.header('Cache-Control', 'no-store');
  return c.req.query('skip_http_redirect') === 'true' ? c.json({ url }) : c.redirect(url, 302);
}

const SCOPES = ['openid', 'email', 'profile'];
/** Parameters of the application that go to the provider. All others are ours, or would change what the answer means. */
const PASSED_ON = ['prompt', 'login_hint', 'hd', 'domain_hint', 'access_type', 'ui_locales', 'include_granted_scopes'];
const MAX_LENGTH = 500;

/**
 * Begins a sign-in, or with `linkTo` the addition of an identity, and returns the address at the provider. Throws
 * AuthError `validation_failed`, `over_request_rate_limit`, `provider_unreachable`.
 */
async function beginFlow(deps: AuthDeps, c: BackendContext, linkTo: string | null): Promise<string> {
  await deps.limits.requireAuthorization(clientInfo(c).address);
  const provider = requireRedirectProvider(deps, c.req.query('provider'));
  const pkce = requirePkce(c.req.query());
  const scopes = readScopes(c.req.query('scopes'));
  const server = await provider.server();
  if (!server.authorization_endpoint) throw new AuthError('provider_unreachable');
  const state = { provider: provider.name, redirectTo: redirectOf(deps, c), pkce, linkTo };
  const id = await asBackend(deps.database, (query) => insertState(query, state, deps.now()));
  setBrowserCookie(deps, c, id);

  const { nonce, verifier } = flowSecrets(deps.keys, id);
  const url = new URL(server.authorization_endpoint);
  for (const name of PASSED_ON) {
    const value = c.req.query(name);
    if (value && value.length <= MAX_LENGTH) url.searchParams.set(name, value);
  }
  const own = {
    client_id: provider.clientIds[0] ?? '',
    redirect_uri: callbackOf(deps),
    response_type: 'code',
    scope: [...new Set([...SCOPES, ...scopes])].join(' '),
    state: id,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(own)) url.searchParams.set(name, value);
  return url.href;
}

/** The address that providers send the visitor back to; to be registered with each. */
export function callbackOf({ keys }: Pick<AuthDeps, 'keys'>): string {
  return `${keys.issuer}/callback`;
}

function requireRedirectProvider(deps: AuthDeps, name: string | undefined): Provider {
  const provider = deps.findProvider(name);
  if (provider?.clientSecret) return provider;
  throw new AuthError('validation_failed', 'Unsupported provider: provider is not enabled');
}

function readScopes(text: string | undefined): string[] {
  if (!text) return [];
  const scopes = text.split(/[ ,]+/).filter(Boolean);
  const isValid = text.length <= MAX_LENGTH && scopes.every((scope) => /^[\x21\x23-\x5B\x5D-\x7E]+$/.test(scope));
  if (!isValid) throw new AuthError('validation_failed', 'scopes must be names with spaces between');
  return scopes;
}
