type CatalogueEntry = {
  status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 422 | 429 | 500 | 503;
  text: string;
  code?: string;
};

/** Every refusal of this service: the code on the wire (the name, unless said), HTTP status and text (protocol.md 1.3, 1.5). */
const CATALOGUE = {
  validation_failed: { status: 400, text: 'The request is not valid' },
  bad_json: { status: 400, text: 'Could not parse request body as JSON' },
  request_entity_too_large: { status: 413, text: 'Request body is too large' },
  over_request_rate_limit: { status: 429, text: 'Request rate limit reached' },
  over_email_send_rate_limit: { status: 429, text: 'email rate limit exceeded' },
  unexpected_failure: { status: 500, text: 'Unexpected failure, please check server logs for more information' },
  database_unavailable: {
    status: 503,
    text: 'The database does not answer at the moment, please try again',
    code: 'unexpected_failure',
  },
  conflict: { status: 409, text: 'Too many requests for the same session at once, please try again' },

  no_authorization: { status: 401, text: 'This endpoint requires a valid Bearer token' },
  bad_jwt: { status: 403, text: 'invalid JWT: unable to parse or verify signature' },
  session_not_found: { status: 403, text: 'Session from session_id claim in JWT does not exist' },
  user_not_found: { status: 403, text: 'User from sub claim in JWT does not exist' },
  user_banned: { status: 403, text: 'User is banned' },
  not_admin: { status: 403, text: 'User not allowed' },

  signup_disabled: { status: 422, text: 'Signups not allowed for this instance' },
  weak_password: { status: 422, text: 'Password should be at least 6 characters.' },
  user_already_exists: { status: 422, text: 'User already registered' },
  email_exists: { status: 422, text: 'A user with this email address has already been registered' },
  same_password: { status: 422, text: 'New password should be different from the old password.' },
  current_password_invalid: { status: 400, text: 'Current password is not correct.' },

  mfa_factor_not_found: { status: 404, text: 'Factor not found' },
  mfa_factor_name_conflict: { status: 422, text: 'A factor with this friendly name for this user already exists' },
  too_many_enrolled_mfa_factors: {
    status: 422,
    text: 'Maximum number of verified factors reached, unenroll to continue',
  },
  mfa_challenge_not_found: {
    status: 422,
    text: 'MFA factor with the provided challenge ID not found',
    code: 'mfa_factor_not_found',
  },
  mfa_challenge_expired: {
    status: 422,
    text: 'MFA challenge has expired, verify against another challenge or create a new challenge.',
  },
  mfa_ip_address_mismatch: { status: 422, text: 'Challenge and verify IP addresses mismatch.' },
  mfa_verification_failed: { status: 422, text: 'Invalid TOTP code entered' },
  mfa_verified_factor_exists: { status: 422, text: 'Recovery codes already exist, regenerate them to get new ones' },
  mfa_recovery_codes_sole_factor: {
    status: 422,
    text: 'Recovery codes cannot be the only verified factor.',
  },
  mfa_recovery_codes_locked: { status: 429, text: 'Too many failed attempts, please try again later' },
  aal2_to_enroll: { status: 403, text: 'AAL2 required to enroll a new factor', code: 'insufficient_aal' },
  aal2_to_unenroll: { status: 422, text: 'AAL2 required to unenroll verified factor', code: 'insufficient_aal' },
  aal2_for_recovery_codes: { status: 403, text: 'AAL2 required to manage recovery codes', code: 'insufficient_aal' },
  aal2_for_credentials: {
    status: 401,
    text: 'AAL2 session is required to update email or password when MFA is enabled.',
    code: 'insufficient_aal',
  },

  invalid_credentials: { status: 400, text: 'Invalid login credentials' },
  email_not_confirmed: { status: 400, text: 'Email not confirmed' },
  sign_in_banned: { status: 400, text: 'User is banned', code: 'user_banned' },
  otp_expired: { status: 403, text: 'Token has expired or is invalid' },

  refresh_token_malformed: { status: 400, text: 'Refresh token is not valid', code: 'validation_failed' },
  refresh_token_not_found: { status: 400, text: 'Invalid Refresh Token: Refresh Token Not Found' },
  refresh_token_already_used: { status: 400, text: 'Invalid Refresh Token: Already Used' },
  refresh_session_missing: {
    status: 400,
    text: 'Invalid Refresh Token: No Valid Session Found',
    code: 'session_not_found',
  },
  refresh_session_expired: { status: 400, text: 'Invalid Refresh Token: Session Expired', code: 'session_expired' },
  refresh_user_banned: { status: 400, text: 'Invalid Refresh Token: User Banned', code: 'user_banned' },

  anonymous_provider_disabled: { status: 422, text: 'Anonymous sign-ins are disabled' },
  phone_provider_disabled: { status: 400, text: 'Phone logins are disabled' },
  provider_disabled: { status: 400, text: 'Provider is not enabled' },
  web3_provider_disabled: { status: 422, text: 'Web3 provider is disabled' },
  otp_disabled: { status: 422, text: 'Signups not allowed for otp' },
  flow_state_not_found: { status: 404, text: 'invalid flow state, no valid flow state found' },
  mfa_phone_enroll_not_enabled: { status: 422, text: 'MFA enroll is disabled for Phone' },
  mfa_webauthn_enroll_not_enabled: { status: 422, text: 'MFA enroll is disabled for WebAuthn' },
  manual_linking_disabled: { status: 404, text: 'Manual linking is disabled' },
  saml_provider_disabled: { status: 404, text: 'SAML 2.0 is disabled' },
  reauthentication_disabled: { status: 404, text: 'Reauthentication is disabled', code: 'not_found' },
  not_found: { status: 404, text: 'This endpoint is not offered' },
  method_not_allowed: { status: 405, text: 'Method not allowed' },
} as const satisfies Record<string, CatalogueEntry>;

export type AuthErrorName = keyof typeof CATALOGUE;

/** A refusal thrown by its name in the catalogue; `text` replaces the catalogue's where a case says more. */
export class AuthError extends Error {
  readonly code: string;
  readonly status: CatalogueEntry['status'];
  /** Why a password is weak; only for `weak_password`. */
  readonly reasons: readonly string[];

  constructor(name: AuthErrorName, text?: string, reasons: readonly string[] = []) {
    const entry: CatalogueEntry = CATALOGUE[name];
    super(text ?? entry.text);
    this.name = 'AuthError';
    this.code = entry.code ?? name;
    this.status = entry.status;
    this.reasons = reasons;
  }
}
