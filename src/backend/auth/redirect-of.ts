import type { AuthContext, AuthRoom } from './auth-room.ts';
import { chooseRedirect } from './redirect-to.ts';

/** Where the link that this request asks for, or is, shall lead: `redirect_to`, the referrer, or the site (protocol.md 1.5). */
export function redirectOf(room: AuthRoom, c: AuthContext): string {
  const rules = { siteUrl: room.settings.siteUrl, allowList: room.settings.redirectAllowList };
  return chooseRedirect(rules, [c.req.query('redirect_to'), c.req.header('referer')]);
}
