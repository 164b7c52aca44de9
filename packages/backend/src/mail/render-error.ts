import type { Context } from 'hono';
import { RETRY_AFTER_S, isReported, isUnavailable } from '../database/unavailable.ts';
import { RequestError, type RequestErrorKind, overloadAsTooMany } from '../http/errors.ts';
import { MailError, type MailErrorName } from './errors.ts';

const REQUEST_ERRORS = {
  missing_api_key: 'api_key_refused',
  invalid_api_key: 'api_key_refused',
  bad_jwt: 'api_key_refused',
  jwt_claims: 'api_key_refused',
  bad_json: 'bad_json',
  body_too_large: 'variables_too_large',
  too_many_requests: 'too_many_requests',
} as const satisfies Record<RequestErrorKind, MailErrorName>;

/** Writes any error as EmailJS's one line of text (protocol.md 5). Errors with status 5xx go to `report`. */
export function renderError(c: Context, thrown: unknown, report: (error: unknown) => void): Response {
  const error = overloadAsTooMany(thrown);
  const { status, message } = toMailError(error);
  if (status >= 500 && !isReported(error)) report(error);
  if (status === 503) c.header('Retry-After', String(RETRY_AFTER_S));
  if (error instanceof RequestError && error.retryAfter !== null) c.header('Retry-After', String(error.retryAfter));
  return c.text(message, status);
}

/** The error of the catalogue for any error: this service's own, a RequestError, or an error of the database. */
export function toMailError(error: unknown): MailError {
  if (error instanceof MailError) return error;
  if (error instanceof RequestError) return new MailError(REQUEST_ERRORS[error.kind], error.message);
  return new MailError(isUnavailable(error) ? 'database_unavailable' : 'unexpected_failure');
}
