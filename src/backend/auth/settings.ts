import type { Endpoint } from '../http/env.ts';
import type { AuthDeps } from './auth-deps.ts';

/** GET /settings: what this server supports, which is e-mail and password only. */
export function settings(deps: AuthDeps): Endpoint {
  const { allowSignup, confirmEmail } = deps.settings;
  return async (c) =>
    c.json({
      external: { email: true, phone: false, anonymous_users: false },
      disable_signup: !allowSignup,
      mailer_autoconfirm: !confirmEmail,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
    });
}
