import type { Context } from 'hono';
import { isReported, isUnavailable, RETRY_AFTER_S } from '../database/unavailable.ts';
import { type EntryValues, type ErrorCatalogue, overloadAsTooMany, readEntry, RequestError } from '../http/errors.ts';

type MailErrorEntry = { status: 400 | 401 | 413 | 429 | 500 | 503; message: string };

/** The errors of EmailJS's wire: one line of text each (protocol.md 5). */
const CATALOGUE = {
  body_not_object: { status: 400, message: 'The request body must be a JSON object' },
  bad_json: (message: string) => ({ status: 400, message }),
  parameter_required: (parameter: string) => ({ status: 400, message: `The ${parameter} parameter is required` }),
  public_key_invalid: { status: 400, message: 'The Public Key is invalid' },
  service_not_found: { status: 400, message: 'The service ID not found' },
  template_not_found: { status: 400, message: 'The template ID not found' },
  template_params_invalid: { status: 400, message: 'The template_params parameter must hold text variables' },
  variable_invalid: (message: string) => ({ status: 400, message }),
  api_key_refused: (message: string) => ({ status: 401, message }),
  variables_too_large: { status: 413, message: 'The variables exceed the limit of 50 kB' },
  too_many_requests: { status: 429, message: 'Too Many Requests' },
  unexpected_failure: { status: 500, message: 'The message could not be accepted' },
  database_unavailable: { status: 503, message: 'The message could not be accepted, please try again' },
} as const satisfies ErrorCatalogue<MailErrorEntry>;

type MailErrorName = keyof typeof CATALOGUE;

/** An error of this service, by its name in the catalogue and the values of its message. */
export class MailError<Name extends MailErrorName = MailErrorName> extends Error {
  readonly status: MailErrorEntry['status'];

  constructor(name: Name, ...values: EntryValues<(typeof CATALOGUE)[Name]>) {
    const { status, message } = readEntry<MailErrorEntry>(CATALOGUE[name], values);
    super(message);
    this.name = 'MailError';
    this.status = status;
  }
}

/** By the status of a RequestError. */
const REQUEST_ERRORS = {
  400: 'bad_json',
  401: 'api_key_refused',
  413: 'variables_too_large',
  429: 'too_many_requests',
} as const satisfies Record<RequestError['status'], MailErrorName>;

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
function toMailError(error: unknown): MailError {
  if (error instanceof MailError) return error;
  if (error instanceof RequestError) return new MailError(REQUEST_ERRORS[error.status], error.message);
  return new MailError(isUnavailable(error) ? 'database_unavailable' : 'unexpected_failure');
}
