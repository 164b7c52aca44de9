import type { Context } from 'hono';
import type { Role } from '../database/caller.ts';
import { isReported } from '../database/unavailable.ts';
import type { BackendEnv } from '../http/env.ts';
import { RequestError, overloadAsTooMany } from '../http/errors.ts';
import { RestError } from './errors.ts';
import { fromDatabase } from './postgres-errors.ts';
import type { Answer } from './response.ts';

/** Writes any error in PostgREST's form (protocol.md 2.4). Errors with status 5xx go to `report`. */
export function renderError(c: Context<BackendEnv>, error: unknown, report: (error: unknown) => void): Response {
  // An error may come before the caller is identified.
  const { body, ...init } = answerError(error, c.var.caller?.role ?? 'anon', report);
  return new Response(body, init);
}

/** The same for a caller of this role, before it is a response of HTTP. */
export function answerError(error: unknown, role: Role, report: (error: unknown) => void): Answer {
  const { status, code, message, details, hint, headers } = toRestError(error, role);
  if (status >= 500 && !isReported(error)) report(error);
  return {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify({ code, details, hint, message }),
  };
}

/** The error of the catalogue for any error: this service's own, a RequestError, or an error of the database. */
export function toRestError(thrown: unknown, role: Role): RestError {
  const error = overloadAsTooMany(thrown);
  if (error instanceof RestError) return error;
  return error instanceof RequestError ? fromRequest(error) : fromDatabase(error, role);
}

function fromRequest({ kind, message, retryAfter }: RequestError): RestError {
  switch (kind) {
    case 'missing_api_key':
      return new RestError('ApiKeyMissing', message);
    case 'invalid_api_key':
      return new RestError('ApiKeyInvalid', message);
    case 'bad_jwt':
      return new RestError('JwtUndecodable', message);
    case 'jwt_claims':
      return new RestError('JwtClaimsInvalid', message);
    case 'bad_json':
      return new RestError('InvalidBody', 'Empty or invalid json', message);
    case 'body_too_large':
      return new RestError('BodyTooLarge', message);
    case 'too_many_requests':
      return new RestError('TooManyRequests', message, retryAfter);
  }
}
