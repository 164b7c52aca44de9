import type { BackendDeps } from '../deps.ts';
import type { BackendContext } from '../http/env.ts';
import type { AuthLimits } from './limits.ts';
import type { AccountMails } from './mail-links/account-mails.ts';
import type { FindProvider, OidcProvider } from './providers/providers.ts';
import type { ClientInfo } from './sessions/sessions.ts';
import type { Chain } from './web3/wallet-message.ts';

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

/** What the operator switches on or off in the auth service. What lets strangers do more is off by default. */
export type AuthSettings = {
  /** Whether anybody gets an account without an address. */
  anonymousSignIns: boolean;
  /** Whether a new password needs a mailed code when the session is older than a day. */
  securePasswordChange: boolean;
  /** Whether signed-in people add and remove ways to sign in. */
  manualLinking: boolean;
  /** Whether links and codes that sign in are mailed (POST /otp, POST /magiclink). */
  emailLinks: boolean;
  /** The fewest characters of a password. */
  passwordMinLength: number;
  /** The OpenID Connect providers that people may sign in with. */
  providers: readonly OidcProvider[];
  /** The chains whose wallets may sign in. */
  web3: readonly Chain[];
};
