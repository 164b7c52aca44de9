import type { Context } from 'hono';
import { isReported, isUnavailable, RETRY_AFTER_S } from '../database/unavailable.ts';
import { type EntryValues, type ErrorCatalogue, overloadAsTooMany, readEntry, RequestError } from '../http/errors.ts';

type RealtimeErrorEntry = { status: 400 | 401 | 403 | 404 | 413 | 426 | 429 | 500 | 503; message: string };

/** The errors of the HTTP endpoints of the realtime service. */
const CATALOGUE = {
  invalid_messages: { status: 400, message: 'The request needs messages, each with a topic, an event and a payload' },
  invalid_request: (message: string) => ({ status: 400, message }),
  not_identified: (message: string) => ({ status: 401, message }),
  unauthorized: (topic: string) => ({
    status: 403,
    message: `Unauthorized: You do not have permissions to send on this Channel topic: ${topic}`,
  }),
  signed_in_only: {
    status: 403,
    message: 'Unauthorized: Only signed-in users may broadcast on this project (REALTIME_ANONYMOUS)',
  },
  private_only: { status: 403, message: 'PrivateOnly: This project only allows private channels' },
  not_found: { status: 404, message: 'This endpoint is not offered' },
  not_stored: { status: 400, message: 'Only JSON on private channels is stored' },
  too_large: { status: 413, message: 'The message is too large' },
  body_too_large: (message: string) => ({ status: 413, message }),
  upgrade_required: { status: 426, message: 'This endpoint speaks WebSocket only' },
  too_many_requests: (message: string) => ({ status: 429, message }),
  too_many_messages: { status: 429, message: 'Too many messages' },
  unexpected: { status: 500, message: 'Internal server error' },
  unavailable: { status: 503, message: 'The database is not available' },
} as const satisfies ErrorCatalogue<RealtimeErrorEntry>;

type RealtimeErrorName = keyof typeof CATALOGUE;

/** An error of this service, by its name in the catalogue and the values of its message. */
export class RealtimeError<Name extends RealtimeErrorName = RealtimeErrorName> extends Error {
  readonly status: RealtimeErrorEntry['status'];

  constructor(name: Name, ...values: EntryValues<(typeof CATALOGUE)[Name]>) {
    const { status, message } = readEntry<RealtimeErrorEntry>(CATALOGUE[name], values);
    super(message);
    this.name = 'RealtimeError';
    this.status = status;
  }
}

/** By the status of a RequestError. */
const REQUEST_ERRORS = {
  400: 'invalid_request',
  401: 'not_identified',
  413: 'body_too_large',
  429: 'too_many_requests',
} as const satisfies Record<RequestError['status'], RealtimeErrorName>;

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
  return new RealtimeError(REQUEST_ERRORS[error.status], error.message);
}
