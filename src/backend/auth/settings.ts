import type { AuthRoom, Endpoint } from './auth-room.ts';

/** GET /settings: what this server offers; e-mail and password only. */
export function settings(room: AuthRoom): Endpoint {
  const { allowSignup, confirmEmail } = room.settings;
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
