import type { AuthContext, AuthDeps } from './auth-deps.ts';
import { chooseRedirect } from './redirect-to.ts';

/** Where the link that this request asks for, or is, shall lead: `redirect_to`, the referrer, or the site (protocol.md 1.5). */
export function redirectOf(deps: AuthDeps, c: AuthContext): string {
  const rules = { siteUrl: deps.settings.siteUrl, allowList: deps.settings.redirectAllowList };
  return chooseRedirect(rules, [c.req.query('redirect_to'), c.req.header('referer')]);
}
