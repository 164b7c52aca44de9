import * as oauth from 'oauth4webapi';
import { type AuthDeps, type AuthTx, clientInfo, inAuthTransaction } from '../auth-deps.ts';
import {
  type OAuthState,
  callbackOf,
  flowSecrets,
  insertState,
  setBrowserCookie,
  takeBrowserCookie,
  takeState,
  withError,
} from './oauth-state.ts';
import { asBackend } from '../../database/as-caller.ts';
import type { BackendContext } from '../../http/env.ts';
import { AuthError, OAuthError, toAuthError } from '../errors.ts';
import { insertFlow, issueAuthCode, rememberProviderTokens, requirePkce } from '../mail-links/flow-state.ts';
import { redirectOf } from '../mail-links/redirect-to.ts';
import { type Bearer, requireBearer } from '../sessions/require-user.ts';
import type { Provider } from './providers.ts';
import { linkIdentity, requireLinker, requireLinking, requireNotBanned, signInExternal } from './sign-in-external.ts';
import { sealSecret } from '../factors/totp.ts';
import { isReported } from '../../database/unavailable.ts';
import { type ClientInfo, openSession, sessionFragment } from '../sessions/sessions.ts';
import { type UserRow, findUserById } from '../accounts/users.ts';
import { type ExternalSignIn, exchangeCode } from './id-token.ts';

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
  await inAuthTransaction(deps, (tx) => requireLinker(tx, bearer));
  const url = await beginFlow(deps, c, bearer);
  c.header('Cache-Control', 'no-store');
  return c.req.query('skip_http_redirect') === 'true' ? c.json({ url }) : c.redirect(url, 302);
}

const SCOPES = ['openid', 'email', 'profile'];
/** Parameters of the application that go to the provider. All others are ours, or would change what the answer means. */
const PASSED_ON = ['prompt', 'login_hint', 'hd', 'domain_hint', 'access_type', 'ui_locales', 'include_granted_scopes'];
const MAX_LENGTH = 500;

/**
 * Begins a sign-in, or with `linker` the addition of an identity, and returns the address at the provider. Throws
 * AuthError `validation_failed`, `over_request_rate_limit`, `provider_unreachable`, and those of requireLinker.
 */
async function beginFlow(deps: AuthDeps, c: BackendContext, linker: Bearer | null): Promise<string> {
  await deps.limits.requireAuthorization(clientInfo(c).address);
  const provider = requireRedirectProvider(deps, c.req.query('provider'));
  const pkce = requirePkce(c.req.query());
  const scopes = readScopes(c.req.query('scopes'));
  const server = await provider.server();
  if (!server.authorization_endpoint) throw new AuthError('provider_unreachable');
  const redirectTo = redirectOf(deps, c);
  const id = await inAuthTransaction(deps, async (tx) => {
    // The session may have ended while the provider answered.
    const linkTo = linker && (await requireLinker(tx, linker)).id;
    return insertState(tx.query, { provider: provider.name, redirectTo, pkce, linkTo }, deps.now());
  });
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

/** GET /callback: the return from a provider. Sends the visitor on with a session, a PKCE code, or an error. */
export async function callback(deps: AuthDeps, c: BackendContext): Promise<Response> {
  c.header('Cache-Control', 'no-store');
  c.header('Referrer-Policy', 'no-referrer');
  await deps.limits.requireToken(clientInfo(c).address);
  const flowId = c.req.query('state') ?? '';
  const state = await takeStateOfBrowser(deps, c, flowId);
  if (!state) return c.redirect(withError(deps.settings.siteUrl, new AuthError('bad_oauth_state')), 303);
  try {
    return c.redirect(await finish(deps, c, state, flowId), 302);
  } catch (error) {
    reportUnexpected(deps, error);
    return c.redirect(withError(state.redirectTo, error), 302);
  }
}

type TakenState = OAuthState & {
  /** That of the addition of an identity from here on: it ends with the sessions of the user, as before. */
  nextId: string;
};

/** Committed before anything else happens, so that a state is never used twice. */
async function takeStateOfBrowser(deps: AuthDeps, c: BackendContext, flowId: string): Promise<TakenState | null> {
  if (!takeBrowserCookie(deps, c, flowId)) return null;
  return asBackend(deps.database, async (query) => {
    const state = await takeState(query, flowId, deps.now());
    return state && { ...state, nextId: state.linkTo ? await insertState(query, state, deps.now()) : '' };
  });
}

async function finish(deps: AuthDeps, c: BackendContext, state: TakenState, flowId: string): Promise<string> {
  const provider = deps.findProvider(state.provider);
  if (!provider?.clientSecret) throw new AuthError('provider_disabled');
  const signIn = await exchangeCode(deps, provider, new URL(c.req.url), flowId);
  return inAuthTransaction(deps, async (tx) => {
    const user = state.linkTo
      ? await linkIdentity(tx.query, await requireTarget(tx, state.linkTo, state.nextId), signIn.external, deps.now())
      : await signInExternal(tx, signIn.external);
    return targetFor(tx, { state, signIn, user, client: clientInfo(c) });
  });
}

async function requireTarget(tx: AuthTx, userId: string, stateId: string): Promise<UserRow> {
  requireLinking(tx);
  const user = await findUserById(tx.query, userId, true);
  if (!user) throw new AuthError('user_not_found', 'Linking target user not found');
  requireNotBanned(tx, user);
  if (!(await takeState(tx.query, stateId, tx.now()))) throw new AuthError('bad_oauth_state');
  return user;
}

type Finished = { state: OAuthState; signIn: ExternalSignIn; user: UserRow; client: ClientInfo };

/** The address of the application with a PKCE code in the query, or with the session in the fragment. */
async function targetFor(tx: AuthTx, { state, signIn, user, client }: Finished): Promise<string> {
  const target = new URL(state.redirectTo);
  const { accessToken, refreshToken } = signIn;
  if (state.pkce) {
    const flow = { userId: user.id, provider: state.provider, method: 'oauth', pkce: state.pkce, now: tx.now() };
    const id = await insertFlow(tx.query, flow);
    const code = await issueAuthCode(tx.query, id, tx.now());
    const seal = (token: string): string => sealSecret(tx.keys, code, token);
    const sealed = { accessToken: seal(accessToken), refreshToken: refreshToken === null ? null : seal(refreshToken) };
    await rememberProviderTokens(tx.query, id, sealed);
    target.searchParams.set('code', code);
  } else {
    const session = await openSession(tx, user, 'oauth', client);
    target.hash = sessionFragment(session, {
      provider_token: accessToken,
      ...(refreshToken !== null && { provider_refresh_token: refreshToken }),
    }).toString();
  }
  return target.href;
}

function reportUnexpected(deps: AuthDeps, error: unknown): void {
  if (error instanceof OAuthError || error instanceof AuthError || isReported(error)) return;
  if (toAuthError(error).status >= 500) deps.log.error({ err: error, path: '/auth/v1/callback' }, 'auth failed');
}
