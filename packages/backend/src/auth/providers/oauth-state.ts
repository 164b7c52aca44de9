import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import type { RunQuery } from '../../database/connect.ts';
import { type Keys, isSame } from '../../http/keys.ts';
import { type PkceChallenge, insertFlow } from '../mail-links/flow-state.ts';
import { UUID } from '../accounts/users.ts';
import type { BackendContext } from '../../http/env.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { OAuthError, toAuthError } from '../errors.ts';

/** How long a redirect to the provider may take until its return. */
const LIFETIME_MS = 600_000;

/** A sign-in at a provider that has begun. Its id is the parameter `state`. */
export type OAuthState = {
  provider: string;
  /** Where the visitor is sent at the end; checked against the allow list when it was stored. */
  redirectTo: string;
  /** Of the application; null in the implicit flow. */
  pkce: PkceChallenge | null;
  /** The user who adds an identity, or null for a sign-in. */
  linkTo: string | null;
};

/** Stores the state as a flow without a user (auth.flow_state), and returns its id. */
export function insertState(query: RunQuery, state: OAuthState, now: Date): Promise<string> {
  return insertFlow(query, { ...state, userId: null, method: 'oauth', now });
}

/** Takes a state, which works once; null for one that is unknown, used or expired. */
export async function takeState(query: RunQuery, id: string, now: Date): Promise<OAuthState | null> {
  if (!UUID.test(id)) return null;
  // Locks the user before the flow, as takeFlow does: no session of theirs ends between this state and a next one.
  await query(
    'select from auth.users where id in (select linking_target_id from auth.flow_state where id = $1) for no key update',
    [id],
  );
  const { rows } = await query(
    `delete from auth.flow_state
     where id = $1 and user_id is null and auth_code is null and referrer is not null
     returning provider_type, code_challenge, code_challenge_method::text, referrer, linking_target_id,
       created_at >= $2 as is_fresh`,
    [id, new Date(now.getTime() - LIFETIME_MS).toISOString()],
  );
  const row = rows[0] as StateRow | undefined;
  if (!row?.is_fresh) return null;
  const { code_challenge: challenge, code_challenge_method: method } = row;
  return {
    provider: row.provider_type,
    redirectTo: row.referrer,
    linkTo: row.linking_target_id,
    pkce: challenge && method ? { challenge, method } : null,
  };
}

type StateRow = {
  provider_type: string;
  code_challenge: string | null;
  code_challenge_method: PkceChallenge['method'] | null;
  referrer: string;
  linking_target_id: string | null;
  is_fresh: boolean;
};

/**
 * The secrets of a flow, derived from its id, so that none are stored: `nonce` of the ID token, `verifier` of our own
 * PKCE towards the provider, and the cookie that ties the flow to the browser in which it began.
 */
export function flowSecrets(keys: Pick<Keys, 'derive'>, id: string) {
  return {
    nonce: keys.derive('oauth-nonce', id),
    verifier: keys.derive('oauth-verifier', id),
    browser: keys.derive('oauth-browser', id),
  };
}

/**
 * The only cookie of the services. It ties a flow to the browser that began it: without it a stranger could begin one,
 * and send the last address of it to somebody, who would then be signed in to, or linked to, the stranger's account.
 */
export function setBrowserCookie(deps: AuthDeps, c: BackendContext, flowId: string): void {
  const { browser } = flowSecrets(deps.keys, flowId);
  setCookie(c, cookieName(flowId), browser, {
    ...optionsOf(deps),
    maxAge: deps.settings.retention.providerCookieMinutes * 60,
  });
}

/** Whether the request comes from the browser that began the flow. Removes the cookie. */
export function takeBrowserCookie(deps: AuthDeps, c: BackendContext, flowId: string): boolean {
  const options = optionsOf(deps);
  const given = getCookie(c, cookieName(flowId), options.prefix) ?? '';
  if (!isSame(given, flowSecrets(deps.keys, flowId).browser)) return false;
  deleteCookie(c, cookieName(flowId), options);
  return true;
}

/** Flows in several tabs have a cookie each. The id is a UUID, or comes from a stranger. */
function cookieName(flowId: string): string {
  return `oauth-${flowId.replace(/[^\da-f]/gi, '').slice(0, 32)}`;
}

/** With https the prefix `__Host-`, so that no subdomain can set it. `Lax`: the provider sends the browser back by GET. */
function optionsOf({ keys }: Pick<AuthDeps, 'keys'>): CookieOptions & { prefix?: 'host' } {
  const isSecure = keys.issuer.startsWith('https://');
  return { httpOnly: true, sameSite: 'Lax', path: '/', secure: isSecure, ...(isSecure && { prefix: 'host' }) };
}

/** Errors of a visitor that are no error of the application (GoTrue's getErrorQueryString). */
const DENIED = new Set(['signup_disabled', 'user_banned', 'provider_email_needs_verification']);

/**
 * The address with the error, in GoTrue's parameters: in the query, which clients with PKCE read, and in the fragment,
 * which others read.
 */
export function withError(address: string, error: unknown): string {
  const params = paramsOf(error);
  const url = new URL(address);
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  url.hash = new URLSearchParams({ ...params, sb: '' }).toString();
  return url.href;
}

function paramsOf(error: unknown): Record<string, string> {
  if (error instanceof OAuthError) return { error: error.error, error_description: error.message };
  const { status, code, message } = toAuthError(error);
  return { error: nameOf(status, code), error_code: code, error_description: message };
}

function nameOf(status: number, code: string): string {
  if (code === 'unexpected_failure') return 'server_error';
  return DENIED.has(code) || status === 403 ? 'access_denied' : 'invalid_request';
}

/** The address that providers send the visitor back to; to be registered with each. */
export function callbackOf({ keys }: Pick<AuthDeps, 'keys'>): string {
  return `${keys.issuer}/callback`;
}
