import type { OidcProvider } from './oauth/oidc-provider.ts';
import type { Chain } from './web3/wallet-message.ts';

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
