import { timingSafeEqual } from 'node:crypto';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import type { BackendContext } from '../../http/env.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { flowSecrets } from './oauth-state.ts';

/**
 * The only cookie of the services. It ties a flow to the browser that began it: without it a stranger could begin one,
 * and send the last address of it to somebody, who would then be signed in to, or linked to, the stranger's account.
 */
export function setBrowserCookie(deps: AuthDeps, c: BackendContext, flowId: string): void {
  const { browser } = flowSecrets(deps.keys, flowId);
  setCookie(c, nameOf(flowId), browser, {
    ...optionsOf(deps),
    maxAge: deps.settings.retention.providerCookieMinutes * 60,
  });
}

/** Whether the request comes from the browser that began the flow. Removes the cookie. */
export function takeBrowserCookie(deps: AuthDeps, c: BackendContext, flowId: string): boolean {
  const options = optionsOf(deps);
  const given = Buffer.from(getCookie(c, nameOf(flowId), options.prefix) ?? '');
  const expected = Buffer.from(flowSecrets(deps.keys, flowId).browser);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  deleteCookie(c, nameOf(flowId), options);
  return true;
}

/** Flows in several tabs have a cookie each. The id is a UUID, or comes from a stranger. */
function nameOf(flowId: string): string {
  return `oauth-${flowId.replace(/[^\da-f]/gi, '').slice(0, 32)}`;
}

/** With https the prefix `__Host-`, so that no subdomain can set it. `Lax`: the provider sends the browser back by GET. */
function optionsOf({ keys }: Pick<AuthDeps, 'keys'>): CookieOptions & { prefix?: 'host' } {
  const isSecure = keys.issuer.startsWith('https://');
  return { httpOnly: true, sameSite: 'Lax', path: '/', secure: isSecure, ...(isSecure && { prefix: 'host' }) };
}
