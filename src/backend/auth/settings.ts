import type { Endpoint } from '../http/env.ts';
import type { AuthDeps } from './auth-deps.ts';

/**
 * GET /settings: what this server supports. `email_links`, whether POST /otp mails links, is our own: GoTrue cannot switch
 * them off.
 */
export function settings(deps: AuthDeps): Endpoint {
  const { allowSignup, confirmEmail, auth } = deps.settings;
  return async (c) =>
    c.json({
      external: { email: true, phone: false, anonymous_users: auth.anonymousSignIns },
      disable_signup: !allowSignup,
      mailer_autoconfirm: !confirmEmail,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
      email_links: auth.emailLinks,
    });
}
