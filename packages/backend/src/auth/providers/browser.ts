import { timingSafeEqual } from 'node:crypto';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import type { BackendContext } from '../../http/env.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { OAuthError } from '../errors.ts';
import { toAuthError } from '../render-error.ts';
import { flowSecrets } from './oauth-state.ts';

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
  const given = Buffer.from(getCookie(c, cookieName(flowId), options.prefix) ?? '');
  const expected = Buffer.from(flowSecrets(deps.keys, flowId).browser);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
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
