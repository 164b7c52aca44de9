import type { Role } from '../database/caller.ts';
import { DatabaseUnavailable, RETRY_AFTER_S } from '../database/unavailable.ts';
import { RestError, type RestErrorBody, answerTooLarge, notPermitted } from './errors.ts';
import { MAX_ANSWER_BYTES } from './limits.ts';
import { TOO_LARGE } from './sql/guard.ts';

type PostgresError = Error & { code: string; detail?: string; hint?: string; severity: string };

/** SQLSTATE or class → HTTP status, the longest match first (protocol.md 2.4, from PostgREST's own table). */
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

/** PostgREST's own codes for its connections: PGRST000 none, PGRST001 lost, PGRST003 all in use. */
function fromConnection(error: unknown): RestError {
  if (!(error instanceof DatabaseUnavailable)) {
    return new RestError({ status: 500, code: 'PGRSTX00', message: 'Unexpected failure' }, error);
  }
  const headers = { 'Retry-After': String(RETRY_AFTER_S) };
  return new RestError({ ...UNAVAILABLE[error.reason], headers }, error);
}

const LOST = { status: 503, code: 'PGRST001', message: 'The connection with the database was lost.' };
const UNAVAILABLE: Readonly<Record<DatabaseUnavailable['reason'], Omit<RestErrorBody, 'headers'>>> = {
  unreachable: { status: 503, code: 'PGRST000', message: 'Could not connect with the database.' },
  lost: { ...LOST, details: 'Nothing was changed.' },
  'commit-lost': { ...LOST, details: 'Whether the change was made is not known.' },
  busy: { status: 504, code: 'PGRST003', message: 'Timed out acquiring connection from connection pool.' },
};
