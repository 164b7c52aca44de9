import type { Context } from 'hono';
import { RETRY_AFTER_S, isReported, isUnavailable } from '../database/unavailable.ts';
import { RequestError, type RequestErrorKind, overloadAsTooMany } from '../http/errors.ts';
import { RealtimeError, type RealtimeErrorName } from './errors.ts';

const REQUEST_ERRORS = {
  missing_api_key: 'not_identified',
  invalid_api_key: 'not_identified',
  bad_jwt: 'not_identified',
  jwt_claims: 'not_identified',
  bad_json: 'invalid_request',
  body_too_large: 'body_too_large',
  too_many_requests: 'too_many_requests',
} as const satisfies Record<RequestErrorKind, RealtimeErrorName>;

/** Writes any error as JSON. An error outside the catalogue becomes `unexpected`; 5xx go to `report`. */
export function renderError(c: Context, thrown: unknown, report: (error: unknown) => void): Response {
  const error = overloadAsTooMany(thrown);
  const { status, message } = toRealtimeError(error);
  if (status >= 500 && !isReported(error)) report(error);
  const retryAfter = error instanceof RequestError ? error.retryAfter : null;
  if (status === 429) c.header('Retry-After', String(retryAfter ?? 1));
  if (status === 503) c.header('Retry-After', String(RETRY_AFTER_S));
  c.header('Cache-Control', 'no-store');
  return c.json({ error: message, message }, status);
}

function toRealtimeError(error: unknown): RealtimeError {
  if (error instanceof RealtimeError) return error;
  if (!(error instanceof RequestError)) return new RealtimeError(isUnavailable(error) ? 'unavailable' : 'unexpected');
  return new RealtimeError(REQUEST_ERRORS[error.kind], error.message);
}
