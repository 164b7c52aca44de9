import type { Role } from '../database/caller.ts';
import { RestError, answerTooLarge, notPermitted } from './errors.ts';
import { MAX_ANSWER_BYTES } from './limits.ts';
import { TOO_LARGE } from './sql/guard.ts';

type PostgresError = Error & { code: string; detail?: string; hint?: string; severity: string };

/** SQLSTATE or class → HTTP status, the longest match first (wire.md 2.4, from PostgREST's own table). */
const STATUS: ReadonlyMap<string, number> = new Map([
  ['23503', 409],
  ['23505', 409],
  ['25006', 405],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
  ['53400', 500],
  // A value or an index entry beyond what PostgreSQL can hold: the request's fault. PostgREST answers 500.
  ['54000', 400],
  ['57014', 500],
  ['P0001', 400],
  ['08', 503],
  ['25', 500],
  ['40', 500],
  ['53', 503],
  ['54', 500],
  ['55', 500],
  ['57', 500],
  ['58', 500],
  ['XX', 500],
]);

/**
 * Any failure of the database → the catalogue's form. A refused privilege is 401 for who has not signed in and 403
 * for who has; `raise … using errcode = 'PTxyz'` answers status xyz.
 */
export function fromDatabase(error: unknown, role: Role): RestError {
  if (error instanceof RestError) return error;
  if (!isPostgresError(error)) return fromConnection(error);
  const { code, message, detail = null, hint = null } = error;
  if (code === '42501') return notPermitted(role, message, detail, hint, error);
  if (code === TOO_LARGE.code && message === TOO_LARGE.message) return answerTooLarge(MAX_ANSWER_BYTES);
  const status = statusOf(code);
  const headers = status === 401 ? { 'WWW-Authenticate': 'Bearer' } : undefined;
  return new RestError({ status, code, message, details: detail, hint, headers }, error);
}

function statusOf(code: string): number {
  const asked = /^PT([2-5]\d\d)$/.exec(code)?.[1];
  return asked === undefined ? (STATUS.get(code) ?? STATUS.get(code.slice(0, 2)) ?? 400) : Number(asked);
}

function isPostgresError(error: unknown): error is PostgresError {
  return error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string';
}

/** pg-pool says a full pool and a lost connection only in words. */
function fromConnection(error: unknown): RestError {
  const message = error instanceof Error ? error.message : '';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (message.includes('timeout exceeded when trying to connect')) {
    const text = 'Timed out acquiring connection from connection pool.';
    return new RestError({ status: 504, code: 'PGRST003', message: text }, error);
  }
  if (code.startsWith('ECONN') || code === 'ENOENT' || code === 'EPIPE' || message.includes('Connection terminated')) {
    const text = 'Could not connect with the database.';
    return new RestError({ status: 503, code: 'PGRST000', message: text }, error);
  }
  return new RestError({ status: 500, code: 'PGRSTX00', message: 'Unexpected failure' }, error);
}
