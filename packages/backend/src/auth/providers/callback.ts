import { asBackend } from '../../database/as-caller.ts';
import type { RunQuery } from '../../database/connect.ts';
import type { BackendContext } from '../../http/env.ts';
import { type AuthDeps, clientInfo } from '../auth-deps.ts';
import { AuthError, OAuthError } from '../errors.ts';
import { sealSecret } from '../factors/totp.ts';
import { insertFlow, issueAuthCode, rememberProviderTokens } from '../mail-links/flow-state.ts';
import { isReported } from '../../database/unavailable.ts';
import { toAuthError } from '../render-error.ts';
import { type ClientInfo, openSession, sessionFragment } from '../sessions/sessions.ts';
import { findUserById, type UserRow } from '../accounts/users.ts';
import { takeBrowserCookie, withError } from './browser.ts';
import { type ExternalSignIn, exchangeCode } from './id-token.ts';
import { linkIdentity, requireLinking, requireNotBanned, signInExternal } from './sign-in-external.ts';
import { type OAuthState, takeState } from './oauth-state.ts';

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

/** Committed before anything else happens, so that a state is never used twice. */
async function takeStateOfBrowser(deps: AuthDeps, c: BackendContext, flowId: string): Promise<OAuthState | null> {
  if (!takeBrowserCookie(deps, c, flowId)) return null;
  return asBackend(deps.database, (query) => takeState(query, flowId, deps.now()));
}

async function finish(deps: AuthDeps, c: BackendContext, state: OAuthState, flowId: string): Promise<string> {
  const provider = deps.findProvider(state.provider);
  if (!provider?.clientSecret) throw new AuthError('provider_disabled');
  const signIn = await exchangeCode(deps, provider, new URL(c.req.url), flowId);
  return asBackend(deps.database, async (query) => {
    const user = state.linkTo
      ? await linkIdentity(query, await requireTarget(deps, query, state.linkTo), signIn.external, deps.now())
      : await signInExternal(deps, query, signIn.external);
    return targetFor(deps, query, { state, signIn, user, client: clientInfo(c) });
  });
}

async function requireTarget(deps: AuthDeps, query: RunQuery, userId: string): Promise<UserRow> {
  requireLinking(deps);
  const user = await findUserById(query, userId, true);
  if (!user) throw new AuthError('user_not_found', 'Linking target user not found');
  requireNotBanned(deps, user);
  return user;
}

type Finished = { state: OAuthState; signIn: ExternalSignIn; user: UserRow; client: ClientInfo };

/** The address of the application with a PKCE code in the query, or with the session in the fragment. */
async function targetFor(deps: AuthDeps, query: RunQuery, { state, signIn, user, client }: Finished): Promise<string> {
  const target = new URL(state.redirectTo);
  const { accessToken, refreshToken } = signIn;
  if (state.pkce) {
    const flow = { userId: user.id, provider: state.provider, method: 'oauth', pkce: state.pkce, now: deps.now() };
    const id = await insertFlow(query, flow);
    const code = await issueAuthCode(query, id, deps.now());
    const seal = (token: string): string => sealSecret(deps.keys, code, token);
    const sealed = { accessToken: seal(accessToken), refreshToken: refreshToken === null ? null : seal(refreshToken) };
    await rememberProviderTokens(query, id, sealed);
    target.searchParams.set('code', code);
  } else {
    const session = await openSession(deps, query, user, 'oauth', client);
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
