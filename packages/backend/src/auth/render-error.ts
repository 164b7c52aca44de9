import type { Context } from 'hono';
import { RETRY_AFTER_S, isReported, isUnavailable } from '../database/unavailable.ts';
import { RequestError, type RequestErrorKind, overloadAsTooMany } from '../http/errors.ts';
import { AuthError, type AuthErrorName, OAuthError } from './errors.ts';

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
};

/**
 * The error of the catalogue for any error. Three SQLSTATEs have their own: 23505 on address, number, id
 * or identity of an account, and 55P03 and 40P01, which concurrent changes of one account cause.
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
