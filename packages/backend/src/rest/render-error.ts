import type { Context } from 'hono';
import { z } from 'zod';
import type { Role } from '../database/as-caller.ts';
import { DatabaseUnavailable, isReported } from '../database/unavailable.ts';
import type { BackendEnv } from '../http/env.ts';
import { overloadAsTooMany, RequestError, type RequestErrorKind } from '../http/errors.ts';
import { RestError } from './errors.ts';
import { ANONYMOUS_ANSWER_LIMITS, ANSWER_LIMITS } from './limits.ts';
import { type Answer, ChosenHeaders, ChosenStatus, parseChosen, WITHOUT_BODY } from './response.ts';
import { TOO_LARGE } from './sql/statement.ts';

/** Writes any error in PostgREST's form (protocol.md 2.4). Errors with status 5xx go to `report`. */
export function renderError(c: Context<BackendEnv>, error: unknown, report: (error: unknown) => void): Response {
  // An error may come before the caller is identified.
  const { body, ...init } = answerError(error, c.var.caller?.role ?? 'anon', report);
  return new Response(body, init);
}

/** The same for a caller with this role, before it becomes an HTTP response. */
export function answerError(error: unknown, role: Role, report: (error: unknown) => void): Answer {
  const { status, code, message, details, hint, headers } = toRestError(error, role);
  if (status >= 500 && !isReported(error)) report(error);
  return {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
    body: WITHOUT_BODY.has(status) ? null : JSON.stringify({ code, details, hint, message }),
  };
}

/** The error of the catalogue for any error: this service's own, a RequestError, or an error of the database. */
function toRestError(thrown: unknown, role: Role): RestError {
  const error = overloadAsTooMany(thrown);
  if (error instanceof RestError) return error;
  return error instanceof RequestError ? REQUEST_ERRORS[error.kind](error) : fromDatabase(error, role);
}

const REQUEST_ERRORS: Readonly<Record<RequestErrorKind, (error: RequestError) => RestError>> = {
  missing_api_key: ({ message }) => new RestError('ApiKeyMissing', message),
  invalid_api_key: ({ message }) => new RestError('ApiKeyInvalid', message),
  bad_jwt: ({ message }) => new RestError('JwtUndecodable', message),
  jwt_claims: ({ message }) => new RestError('JwtClaimsInvalid', message),
  bad_json: ({ message }) => new RestError('InvalidBody', 'Empty or invalid json', message),
  body_too_large: ({ message }) => new RestError('BodyTooLarge', message),
  too_many_requests: ({ message, retryAfter }) => new RestError('TooManyRequests', message, retryAfter),
};

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
  // A value or an index entry that PostgreSQL cannot hold: an error of the request. PostgREST answers 500.
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
 * The error of the catalogue for an error of the database. A missing privilege is 401 for the role `anon` and 403 for
 * others; `raise … using errcode = 'PTxyz'` is status xyz.
 */
export function fromDatabase(error: unknown, role: Role): RestError {
  if (error instanceof DatabaseUnavailable) return fromConnection(error);
  if (!isPostgresError(error)) return new RestError('UnexpectedFailure');
  const { code, message, detail = null, hint = null } = error;
  if (code === 'PGRST') return fromRaised(message, detail);
  if (code === '42501') return new RestError('PermissionDenied', role, message, detail, hint);
  const isResponseLimit = code === TOO_LARGE.code && message === TOO_LARGE.message;
  const { maxBytes } = role === 'anon' ? ANONYMOUS_ANSWER_LIMITS : ANSWER_LIMITS;
  if (isResponseLimit) return new RestError('ResponseTooLarge', maxBytes);
  return new RestError('PostgresError', statusOf(code), code, message, detail, hint);
}

const Raised = z.object({
  code: z.string(),
  message: z.string(),
  details: z.string().nullish(),
  hint: z.string().nullish(),
});
const RaisedAnswer = z.object({ status: ChosenStatus, headers: ChosenHeaders });

/**
 * The error of `raise sqlstate 'PGRST'`, whose message and detail are JSON
 * (https://docs.postgrest.org/en/stable/references/errors.html#raise-errors-with-http-status-codes).
 */
function fromRaised(message: string, detail: string | null): RestError {
  if (detail === null) return new RestError('RaisedErrorInvalid', 'DETAIL is missing in the RAISE statement');
  const [error, answer] = [parseChosen(Raised, message), parseChosen(RaisedAnswer, detail)];
  if (!error) return new RestError('RaisedErrorInvalid', `Invalid JSON value for MESSAGE: '${message}'`);
  if (!answer) return new RestError('RaisedErrorInvalid', `Invalid JSON value for DETAIL: '${detail}'`);
  return new RestError('RaisedError', answer, error);
}

function statusOf(code: string): number {
  const raised = /^PT([2-5]\d\d)$/.exec(code)?.[1];
  return raised === undefined ? (STATUS.get(code) ?? STATUS.get(code.slice(0, 2)) ?? 400) : Number(raised);
}

function isPostgresError(error: unknown): error is PostgresError {
  return error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string';
}

function fromConnection({ reason }: DatabaseUnavailable): RestError {
  if (reason === 'unreachable') return new RestError('ConnectionFailed');
  return new RestError(
    'ConnectionLost',
    reason === 'lost' ? 'Nothing was changed.' : 'Whether the change was made is not known.',
  );
}
