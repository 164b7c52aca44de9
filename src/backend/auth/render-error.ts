import type { Context } from 'hono';
import { RETRY_AFTER_S, isReported, isUnavailable } from '../database/unavailable.ts';
import { RequestFault } from '../http/faults.ts';
import type { RequestFaultKind } from '../http/faults.ts';
import type { AuthFaultName } from './errors.ts';
import { AuthFault } from './errors.ts';

const API_VERSION_HEADER = 'X-Supabase-Api-Version';
/** The version since which `code` is the error's name and not the HTTP status (protocol.md 1.1). */
const NAMED_CODES = '2024-01-01';

const REQUEST_FAULTS: Record<RequestFaultKind, AuthFaultName> = {
  missing_api_key: 'no_authorization',
  invalid_api_key: 'no_authorization',
  bad_jwt: 'bad_jwt',
  jwt_claims: 'bad_jwt',
  bad_json: 'bad_json',
  body_too_large: 'request_entity_too_large',
  too_many_requests: 'over_request_rate_limit',
};

/** Answers any error in the wire's form; what is not a known refusal becomes `unexpected_failure` and goes to `report`. */
export function renderError(c: Context, error: unknown, report: (error: unknown) => void): Response {
  const fault = authFaultOf(error);
  if (fault.code === 'unexpected_failure' && !isReported(error)) report(error);
  if (fault.status === 503) c.header('Retry-After', String(RETRY_AFTER_S));
  if (error instanceof RequestFault && error.retryAfter !== null) c.header('Retry-After', String(error.retryAfter));
  return renderFault(c, fault);
}

/** The refusal that an error amounts to; knows the two database errors that only a race can cause. */
export function authFaultOf(error: unknown): AuthFault {
  if (error instanceof AuthFault) return error;
  if (error instanceof RequestFault) return new AuthFault(REQUEST_FAULTS[error.kind], error.message);
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === '23505' && constraint === 'users_email_partial_key') return new AuthFault('email_exists');
  const isLockTimeout = code === '55P03' || code === '40P01';
  if (isLockTimeout) return new AuthFault('conflict');
  return new AuthFault(isUnavailable(error) ? 'database_unavailable' : 'unexpected_failure');
}

function renderFault(c: Context, fault: AuthFault): Response {
  const hasNamedCodes = (c.req.header(API_VERSION_HEADER) ?? '') >= NAMED_CODES;
  const weakness = fault.code === 'weak_password' ? { weak_password: { reasons: fault.reasons } } : {};
  if (hasNamedCodes) c.header(API_VERSION_HEADER, NAMED_CODES);
  if (!hasNamedCodes || fault.code !== 'weak_password') c.header('x-sb-error-code', fault.code);
  const body = hasNamedCodes
    ? { code: fault.code, message: fault.message, ...weakness }
    : { code: fault.status, error_code: fault.code, msg: fault.message, ...weakness };
  return c.json(body, fault.status);
}
