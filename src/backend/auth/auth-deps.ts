import type { BackendContext } from '../http/env.ts';
import type { BackendDeps } from '../deps.ts';
import type { AccountMails } from './account-mails.ts';
import type { AuthLimits } from './limits.ts';
import type { ClientInfo } from './sessions.ts';
import type { UnsentMails } from './mail-frequency.ts';

/** Everything an endpoint of this service works with. */
export type AuthDeps = BackendDeps & {
  limits: AuthLimits;
  mails: AccountMails;
  unsentMails: UnsentMails;
};

/** Long enough for any browser's. */
const USER_AGENT_LENGTH = 400;

export function clientInfo(c: BackendContext): ClientInfo {
  const userAgent = c.req.header('user-agent')?.slice(0, USER_AGENT_LENGTH) ?? null;
  return { address: c.env?.clientAddress ?? 'unknown', userAgent };
}
