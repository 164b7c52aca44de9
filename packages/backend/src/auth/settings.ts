import type { BackendContext } from '../http/env.ts';
import type { AuthDeps, AuthSettings } from './auth-deps.ts';
import { readRelyingParty } from './passkeys/relying-party.ts';

/**
 * GET /settings: what this server supports. `email_links`, whether POST /otp mails links, is our own: GoTrue cannot switch
 * them off.
 */
export async function settings(deps: AuthDeps, c: BackendContext): Promise<Response> {
  const { allowSignup, confirmEmail, auth } = deps.settings;
  return c.json({
    external: externalOf(auth),
    disable_signup: !allowSignup,
    mailer_autoconfirm: !confirmEmail,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    email_links: auth.emailLinks,
    passkeys_enabled: readRelyingParty(deps.settings) !== null,
  });
}

/** The names that GoTrue's answer always has, and that a client may look for. */
const KNOWN = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'kakao',
  'keycloak',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'slack',
  'slack_oidc',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'zoom',
];

/** Ways to sign in. A provider is named where it can be used by redirect; `web3_…` is our own. */
function externalOf({ anonymousSignIns, providers, web3 }: AuthSettings): Record<string, boolean> {
  const configured = providers.flatMap(({ name, clientSecret }) => (clientSecret === null ? [] : [[name, true]]));
  return {
    email: true,
    phone: false,
    anonymous_users: anonymousSignIns,
    ...Object.fromEntries(KNOWN.map((name) => [name, false])),
    ...Object.fromEntries(configured),
    web3_ethereum: web3.includes('ethereum'),
    web3_solana: web3.includes('solana'),
  };
}
