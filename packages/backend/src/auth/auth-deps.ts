import type { BackendContext } from '../http/env.ts';
import type { BackendDeps } from '../deps.ts';
import type { AccountMails } from './account-mails.ts';
import type { AuthLimits } from './limits.ts';
import type { FindProvider } from './oauth/providers.ts';
import type { ClientInfo } from './sessions.ts';

/** The dependencies of the endpoints of this service. */
export type AuthDeps = BackendDeps & {
  limits: AuthLimits;
  mails: AccountMails;
  findProvider: FindProvider;
};

/** Longer than the User-Agent of any browser. */
const USER_AGENT_LENGTH = 400;

/** The address and the User-Agent of the client, the latter cut to USER_AGENT_LENGTH characters. */
export function clientInfo(c: BackendContext): ClientInfo {
  const userAgent = c.req.header('user-agent')?.slice(0, USER_AGENT_LENGTH) ?? null;
  return { address: c.env?.clientAddress ?? 'unknown', userAgent };
}
