import type { Context } from 'hono';
import { RETRY_AFTER_S, isReported, isUnavailable } from '../database/unavailable.ts';
import { RequestFault, type RequestFaultKind } from '../http/faults.ts';
import { StorageFault, type StorageFaultName } from './errors.ts';

const REQUEST_FAULTS: Record<RequestFaultKind, StorageFaultName> = {
  missing_api_key: 'AccessDenied',
  invalid_api_key: 'AccessDenied',
  bad_jwt: 'AccessDenied',
  jwt_claims: 'AccessDenied',
  bad_json: 'InvalidRequest',
  body_too_large: 'EntityTooLarge',
  too_many_requests: 'SlowDown',
};

/** Answers any error in the wire's form; what is not a known refusal becomes `InternalError` and goes to `report`. */
export function renderError(c: Context, error: unknown, report: (error: unknown) => void): Response {
  const fault = faultOf(error);
  if (fault.status >= 500 && !isReported(error)) report(error);
  if (fault.code === 'SlowDown') c.header('Retry-After', String((error as { retryAfter?: number }).retryAfter ?? 1));
  if (fault.code === 'DatabaseTimeout') c.header('Retry-After', String(RETRY_AFTER_S));
  c.header('Cache-Control', 'no-store');
  const { status, code, message } = fault;
  return c.json({ statusCode: String(status), error: fault.error, message, code }, httpStatus(status));
}

/** This wire tells nearly every refusal by HTTP 400 and writes the real status into the body (protocol.md 3). */
function httpStatus(status: number): 400 | 429 | 500 | 503 {
  return status === 429 || status === 500 || status === 503 ? status : 400;
}

/** The refusal that an error amounts to: its own, one at the door, or what PostgreSQL's error code stands for. */
export function faultOf(error: unknown): StorageFault {
  if (error instanceof StorageFault) return error;
  if (error instanceof RequestFault) return new StorageFault(REQUEST_FAULTS[error.kind], error.message);
  const { code, message, table } = error as { code?: string; message?: string; table?: string };
  // The text of row-level security is passed on (protocol.md 3).
  if (code === '42501') return new StorageFault('AccessDenied', message, error);
  if (code === '23505') return new StorageFault(table === 'buckets' ? 'BucketAlreadyExists' : 'KeyAlreadyExists');
  if (code === '23503') return new StorageFault('NoSuchBucket');
  // NUL and halves of surrogate pairs, which JSON can say and PostgreSQL cannot store; a claim `sub` that is no UUID.
  if (code?.startsWith('22')) return new StorageFault('InvalidRequest');
  return new StorageFault(isUnavailable(error) ? 'DatabaseTimeout' : 'InternalError', undefined, error);
}
