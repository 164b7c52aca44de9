import type { Context } from 'hono';
import {
  type EntryValues,
  type ErrorCatalogue,
  RequestError,
  type RequestErrorKind,
  overloadAsTooMany,
  readEntry,
} from '../http/errors.ts';
import { RETRY_AFTER_S, isReported, isUnavailable } from '../database/unavailable.ts';

type AuthErrorEntry = {
  status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 422 | 429 | 500 | 503;
  message: string;
  /** The code on the wire; the name of the entry unless it is given. */
  code?: string;
  /** Why a password is weak; only for `weak_password`. */
  reasons?: readonly string[];
};

/** The errors of GoTrue's wire (protocol.md 1.3, 1.5). */
const CATALOGUE = {
  validation_failed: (message: string) => ({ status: 400, message }),
  bad_json: (message = 'Could not parse request body as JSON') => ({ status: 400, message }),
  request_entity_too_large: (message = 'Request body is too large') => ({ status: 413, message }),
  over_request_rate_limit: (message = 'Request rate limit reached') => ({ status: 429, message }),
  over_email_send_rate_limit: { status: 429, message: 'email rate limit exceeded' },
  email_sent_recently: (seconds: number) => ({
    status: 429,
    message: `For security purposes, you can only request this after ${seconds} seconds.`,
    code: 'over_email_send_rate_limit',
  }),
  unexpected_failure: { status: 500, message: 'Unexpected failure, please check server logs for more information' },
  database_unavailable: {
    status: 503,
    message: 'The database does not answer at the moment, please try again',
    code: 'unexpected_failure',
  },
  conflict: (message = 'Too many requests for the same session at once, please try again') => ({
    status: 409,
    message,
  }),

  no_authorization: (message = 'This endpoint requires a valid Bearer token') => ({ status: 401, message }),
  bad_jwt: (message = 'invalid JWT: unable to parse or verify signature') => ({ status: 403, message }),
  session_not_found: { status: 403, message: 'Session from session_id claim in JWT does not exist' },
  user_not_found: (message = 'User from sub claim in JWT does not exist') => ({ status: 403, message }),
  user_banned: { status: 403, message: 'User is banned' },
  not_admin: (message = 'User not allowed') => ({ status: 403, message }),

  signup_disabled: (message = 'Signups not allowed for this instance') => ({ status: 422, message }),
  weak_password: (minLength: number) => ({
    status: 422,
    message: `Password should be at least ${minLength} characters.`,
    reasons: ['length'],
  }),
  user_already_exists: { status: 422, message: 'User already registered' },
  email_exists: { status: 422, message: 'A user with this email address has already been registered' },
  same_password: { status: 422, message: 'New password should be different from the old password.' },
  current_password_invalid: { status: 400, message: 'Current password is not correct.' },
  reauthentication_needed: { status: 400, message: 'Password update requires reauthentication' },
  reauthentication_not_valid: { status: 422, message: 'Nonce has expired or is invalid' },
  reauthentication_unconfirmed: {
    status: 422,
    message: 'Please verify your email first.',
    code: 'email_not_confirmed',
  },
  anonymous_not_allowed: {
    status: 403,
    message: 'Anonymous user not allowed to perform these actions',
    code: 'no_authorization',
  },
  anonymous_without_email: {
    status: 422,
    message: 'Updating password of an anonymous user without an email or phone is not allowed',
    code: 'validation_failed',
  },

  phone_exists: { status: 422, message: 'Phone number already registered by another user' },
  user_id_exists: {
    status: 422,
    message: 'A user with this id has already been registered',
    code: 'user_already_exists',
  },
  user_id_malformed: { status: 404, message: 'user_id must be an UUID', code: 'validation_failed' },
  account_not_found: { status: 404, message: 'User not found', code: 'user_not_found' },
  account_of_email_not_found: { status: 404, message: 'User with this email not found', code: 'user_not_found' },

  mfa_factor_not_found: (message = 'Factor not found') => ({ status: 404, message }),
  mfa_factor_name_conflict: { status: 422, message: 'A factor with this friendly name for this user already exists' },
  too_many_enrolled_mfa_factors: {
    status: 422,
    message: 'Maximum number of verified factors reached, unenroll to continue',
  },
  mfa_challenge_not_found: {
    status: 422,
    message: 'MFA factor with the provided challenge ID not found',
    code: 'mfa_factor_not_found',
  },
  mfa_challenge_expired: {
    status: 422,
    message: 'MFA challenge has expired, verify against another challenge or create a new challenge.',
  },
  mfa_ip_address_mismatch: { status: 422, message: 'Challenge and verify IP addresses mismatch.' },
  mfa_verification_failed: { status: 422, message: 'Invalid TOTP code entered' },
  recovery_code_invalid: { status: 422, message: 'Invalid recovery code entered', code: 'mfa_verification_failed' },
  mfa_verified_factor_exists: { status: 422, message: 'Recovery codes already exist, regenerate them to get new ones' },
  mfa_recovery_codes_sole_factor: {
    status: 422,
    message: 'Recovery codes cannot be the only verified factor.',
  },
  mfa_recovery_codes_locked: { status: 429, message: 'Too many failed attempts, please try again later' },
  aal2_to_enroll: { status: 403, message: 'AAL2 required to enroll a new factor', code: 'insufficient_aal' },
  aal2_to_unenroll: { status: 422, message: 'AAL2 required to unenroll verified factor', code: 'insufficient_aal' },
  aal2_for_recovery_codes: { status: 403, message: 'AAL2 required to manage recovery codes', code: 'insufficient_aal' },
  aal2_for_credentials: {
    status: 401,
    message: 'AAL2 session is required to update email or password when MFA is enabled.',
    code: 'insufficient_aal',
  },

  invalid_credentials: (message = 'Invalid login credentials') => ({ status: 400, message }),
  email_not_confirmed: { status: 400, message: 'Email not confirmed' },
  sign_in_banned: { status: 400, message: 'User is banned', code: 'user_banned' },
  otp_expired: { status: 403, message: 'Token has expired or is invalid' },
  email_link_expired: { status: 403, message: 'Email link is invalid or has expired', code: 'otp_expired' },

  refresh_token_malformed: { status: 400, message: 'Refresh token is not valid', code: 'validation_failed' },
  refresh_token_not_found: { status: 400, message: 'Invalid Refresh Token: Refresh Token Not Found' },
  refresh_token_already_used: { status: 400, message: 'Invalid Refresh Token: Already Used' },
  refresh_session_missing: {
    status: 400,
    message: 'Invalid Refresh Token: No Valid Session Found',
    code: 'session_not_found',
  },
  refresh_session_expired: { status: 400, message: 'Invalid Refresh Token: Session Expired', code: 'session_expired' },
  refresh_user_banned: { status: 400, message: 'Invalid Refresh Token: User Banned', code: 'user_banned' },

  anonymous_provider_disabled: { status: 422, message: 'Anonymous sign-ins are disabled' },
  phone_provider_disabled: (message = 'Phone logins are disabled') => ({ status: 400, message }),
  provider_disabled: { status: 400, message: 'Provider is not enabled' },
  provider_unreachable: {
    status: 422,
    message: 'The sign-in provider does not answer, please try again',
    code: 'unexpected_failure',
  },
  provider_email_needs_verification: (provider: string) => ({
    status: 422,
    message: `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
  }),
  bad_oauth_state: { status: 400, message: 'OAuth callback with invalid state' },
  bad_oauth_callback: { status: 400, message: 'Unable to exchange external code' },
  identity_already_exists: (owner = '') => ({ status: 422, message: `Identity is already linked${owner}` }),
  web3_provider_disabled: { status: 422, message: 'Web3 provider is disabled' },
  web3_unsupported_chain: { status: 400, message: 'Unsupported chain' },
  otp_disabled: { status: 422, message: 'Signups not allowed for otp' },
  flow_state_not_found: { status: 404, message: 'invalid flow state, no valid flow state found' },
  flow_state_expired: { status: 422, message: 'invalid flow state, flow state has expired' },
  bad_code_verifier: { status: 400, message: 'code challenge does not match previously saved code verifier' },
  mfa_phone_enroll_not_enabled: { status: 422, message: 'MFA enroll is disabled for Phone' },
  mfa_webauthn_enroll_not_enabled: { status: 422, message: 'MFA enroll is disabled for WebAuthn' },
  single_identity_not_deletable: { status: 422, message: 'User must have at least 1 identity after unlinking' },
  identity_not_found: { status: 422, message: "Identity doesn't exist" },
  email_conflict_identity_not_deletable: {
    status: 422,
    message: 'Unable to unlink identity due to email conflict',
  },
  identity_id_malformed: { status: 404, message: 'identity_id must be an UUID', code: 'validation_failed' },
  manual_linking_disabled: { status: 404, message: 'Manual linking is disabled' },
  saml_provider_disabled: { status: 404, message: 'SAML 2.0 is disabled' },
  oauth_server_disabled: { status: 404, message: 'OAuth server is disabled', code: 'feature_disabled' },
  custom_providers_disabled: {
    status: 404,
    message: 'Custom OAuth providers are disabled',
    code: 'feature_disabled',
  },
  passkey_not_found: { status: 404, message: 'Passkey not found', code: 'validation_failed' },
  too_many_passkeys: { status: 422, message: 'Maximum number of passkeys reached' },
  webauthn_challenge_not_found: { status: 400, message: 'Challenge not found or already used' },
  webauthn_challenge_expired: { status: 400, message: 'Challenge has expired' },
  webauthn_verification_failed: { status: 400, message: 'Credential verification failed' },
  webauthn_credential_exists: { status: 422, message: 'This credential is already registered' },
  aal2_for_passkeys: {
    status: 403,
    message: 'AAL2 session is required to manage passkeys when MFA is enabled',
    code: 'insufficient_aal',
  },
  passkey_email_not_confirmed: { status: 403, message: 'Email not confirmed', code: 'email_not_confirmed' },
  passkey_disabled: { status: 404, message: 'Passkeys are disabled' },
  not_found: { status: 404, message: 'This endpoint is not offered' },
  method_not_allowed: { status: 405, message: 'Method not allowed' },
} as const satisfies ErrorCatalogue<AuthErrorEntry>;

export type AuthErrorName = keyof typeof CATALOGUE;

/** An error of this service, by its name in the catalogue and the values of its message. */
export class AuthError<Name extends AuthErrorName = AuthErrorName> extends Error {
  readonly code: string;
  readonly status: AuthErrorEntry['status'];
  readonly reasons: readonly string[];

  constructor(name: Name, ...values: EntryValues<(typeof CATALOGUE)[Name]>) {
    const { status, message, code = name, reasons = [] } = readEntry<AuthErrorEntry>(CATALOGUE[name], values);
    super(message);
    this.name = 'AuthError';
    this.code = code;
    this.status = status;
    this.reasons = reasons;
  }
}

/** The answer of a path or a method that is not offered. */
export const rejectWith = (name: AuthErrorName) => (): never => {
  throw new AuthError(name);
};

/** An error of RFC 6749's form, `{ error, error_description }`, which GoTrue answers for ID tokens and wallets. */
export class OAuthError extends Error {
  readonly error: string;

  constructor(error: string, description: string) {
    super(description);
    this.name = 'OAuthError';
    this.error = error;
  }
}

const API_VERSION_HEADER = 'X-Supabase-Api-Version';
/** From this version on `code` is the name of the error instead of the HTTP status (protocol.md 1.1). */
const NAMED_CODES = '2024-01-01';

const REQUEST_ERRORS = {
  missing_api_key: 'no_authorization',
  invalid_api_key: 'no_authorization',
  bad_jwt: 'bad_jwt',
  jwt_claims: 'bad_jwt',
  bad_json: 'bad_json',
  body_too_large: 'request_entity_too_large',
  too_many_requests: 'over_request_rate_limit',
} as const satisfies Record<RequestErrorKind, AuthErrorName>;

/** Writes any error in GoTrue's form. An error outside the catalogue becomes `unexpected_failure` and goes to `report`. */
export function renderError(c: Context, thrown: unknown, report: (error: unknown) => void): Response {
  const error = overloadAsTooMany(thrown);
  if (error instanceof OAuthError) return c.json({ error: error.error, error_description: error.message }, 400);
  const authError = toAuthError(error);
  if (authError.code === 'unexpected_failure' && !isReported(error)) report(error);
  if (authError.status === 503) c.header('Retry-After', String(RETRY_AFTER_S));
  if (error instanceof RequestError && error.retryAfter !== null) c.header('Retry-After', String(error.retryAfter));
  return writeError(c, authError);
}

/** The errors of unique constraints. */
const TAKEN: Readonly<Record<string, AuthErrorName>> = {
  users_email_partial_key: 'email_exists',
  users_phone_key: 'phone_exists',
  users_pkey: 'user_id_exists',
  identities_provider_id_provider_key: 'identity_already_exists',
  webauthn_credentials_credential_id_key: 'webauthn_credential_exists',
};

/**
 * The error of the catalogue for any error. Three SQLSTATEs have their own: 23505 on address, number, id,
 * identity or passkey of an account, and 55P03 and 40P01, which concurrent changes of one account cause.
 */
export function toAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error;
  if (error instanceof RequestError) return new AuthError(REQUEST_ERRORS[error.kind], error.message);
  const { code, constraint } = error as { code?: string; constraint?: string };
  const taken = code === '23505' ? TAKEN[constraint ?? ''] : undefined;
  if (taken) return new AuthError(taken);
  const isLockTimeout = code === '55P03' || code === '40P01';
  if (isLockTimeout) return new AuthError('conflict');
  return new AuthError(isUnavailable(error) ? 'database_unavailable' : 'unexpected_failure');
}

function writeError(c: Context, error: AuthError): Response {
  const hasNamedCodes = (c.req.header(API_VERSION_HEADER) ?? '') >= NAMED_CODES;
  const weakness = error.code === 'weak_password' ? { weak_password: { reasons: error.reasons } } : {};
  if (hasNamedCodes) c.header(API_VERSION_HEADER, NAMED_CODES);
  if (!hasNamedCodes || error.code !== 'weak_password') c.header('x-sb-error-code', error.code);
  const body = hasNamedCodes
    ? { code: error.code, message: error.message, ...weakness }
    : { code: error.status, error_code: error.code, msg: error.message, ...weakness };
  return c.json(body, error.status);
}
