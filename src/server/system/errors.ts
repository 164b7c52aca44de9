import type { Context } from 'hono';
import { RETRY_AFTER_S, isReported, isUnavailable } from '#backend/database/unavailable.ts';
import { RequestError, overloadAsTooMany } from '#backend/http/errors.ts';

const CATALOGUE = {
  not_admin: { status: 403, message: 'Only administrators may use this.' },
  not_found: { status: 404, message: 'There is no such thing here.' },
  mail_not_waiting: { status: 404, message: 'This message has arrived, or is under way.' },
  no_mail_server: { status: 409, message: 'SMTP_URL is not set: the site has no mail server.' },
  no_address: { status: 409, message: 'This account has no email address.' },
  backup_running: {
    status: 409,
    message: 'A backup is being made or tested already. Its result will be in this list.',
  },
  link_expired: { status: 403, message: 'This link has expired. Ask for the download again in the dashboard.' },
  unexpected_failure: { status: 500, message: 'This could not be done.' },
  database_unavailable: { status: 503, message: 'The database does not answer. Try again in a moment.' },
} as const;

export type SystemErrorName = keyof typeof CATALOGUE;

/** An error of `/system/v1`, by its name in the catalogue. */
export class SystemError extends Error {
  readonly code: SystemErrorName;
  readonly status: (typeof CATALOGUE)[SystemErrorName]['status'];

  constructor(code: SystemErrorName) {
    super(CATALOGUE[code].message);
    this.name = 'SystemError';
    this.code = code;
    this.status = CATALOGUE[code].status;
  }
}

/** Writes any error as `{ code, message }`. Errors with status 5xx go to `report`. */
export function renderError(c: Context, thrown: unknown, report: (error: unknown) => void): Response {
  const error = overloadAsTooMany(thrown);
  if (error instanceof RequestError) {
    if (error.retryAfter !== null) c.header('Retry-After', String(error.retryAfter));
    return c.json({ code: error.kind, message: error.message }, error.status);
  }
  const shown = error instanceof SystemError ? error : new SystemError(nameOf(error));
  if (shown.status >= 500 && !isReported(error)) report(error);
  if (shown.status === 503) c.header('Retry-After', String(RETRY_AFTER_S));
  return c.json({ code: shown.code, message: shown.message }, shown.status);
}

const nameOf = (error: unknown): SystemErrorName =>
  isUnavailable(error) ? 'database_unavailable' : 'unexpected_failure';
