import type { Context } from 'hono';
import { RETRY_AFTER_S, isReported, isUnavailable } from '../database/unavailable.ts';
import { RequestError, type RequestErrorKind, overloadAsTooMany } from '../http/errors.ts';
import { causedBy } from '../http/error-catalogue.ts';
import { StorageError, type StorageErrorName, isDiskFull } from './errors.ts';

const REQUEST_ERRORS = {
  missing_api_key: 'AccessDenied',
  invalid_api_key: 'AccessDenied',
  bad_jwt: 'AccessDenied',
  jwt_claims: 'AccessDenied',
  bad_json: 'InvalidRequest',
  body_too_large: 'EntityTooLarge',
  too_many_requests: 'SlowDown',
} as const satisfies Record<RequestErrorKind, StorageErrorName>;

/** Writes any error in Supabase Storage's form. An error outside the catalogue becomes `InternalError`; 5xx go to `report`. */
export function renderError(c: Context, thrown: unknown, report: (error: unknown) => void): Response {
  const error = overloadAsTooMany(thrown);
  const storageError = toStorageError(error);
  const { status, code, message } = storageError;
  if (status >= 500 && !isReported(error)) report(error);
  const retryAfter = error instanceof RequestError ? error.retryAfter : null;
  if (code === 'SlowDown') c.header('Retry-After', String(retryAfter ?? 1));
  if (status === 503) c.header('Retry-After', String(RETRY_AFTER_S));
  c.header('Cache-Control', 'no-store');
  return c.json({ statusCode: String(status), error: storageError.error, message, code }, httpStatus(status));
}

/** Most errors of this wire have HTTP status 400, with the real status in the body (protocol.md 3). */
function httpStatus(status: number): 400 | 429 | 500 | 503 {
  return status === 429 || status === 500 || status === 503 ? status : 400;
}

/** The error of the catalogue for any error: this service's own, a RequestError, or an error of PostgreSQL. */
export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  if (error instanceof RequestError) return new StorageError(REQUEST_ERRORS[error.kind], error.message);
  const { code, message, table } = error as { code?: string; message?: string; table?: string };
  // The wire includes PostgreSQL's message about row-level security (protocol.md 3).
  if (code === '42501') return causedBy(new StorageError('AccessDenied', message), error);
  if (code === '23505') return new StorageError(table === 'buckets' ? 'BucketAlreadyExists' : 'KeyAlreadyExists');
  if (code === '23503') return new StorageError('NoSuchBucket');
  // Class 22: NUL and lone surrogates, which PostgreSQL cannot store; a claim `sub` that is not a UUID.
  if (code?.startsWith('22')) return new StorageError('InvalidRequest');
  if (isDiskFull(error)) return causedBy(new StorageError('NoSpace'), error);
  return causedBy(new StorageError(isUnavailable(error) ? 'DatabaseTimeout' : 'InternalError'), error);
}
