import { DatabaseUnavailable } from '../database/unavailable.ts';

/** The errors of a request that all services share. */
const ERRORS = {
  missing_api_key: { status: 401, message: 'No API key found in request' },
  invalid_api_key: { status: 401, message: 'Invalid API key' },
  bad_jwt: { status: 401, message: 'JWT cryptographic operation failed' },
  jwt_claims: { status: 401, message: 'JWT expired' },
  bad_json: { status: 400, message: 'Could not parse request body as JSON' },
  body_too_large: { status: 413, message: 'Request body is too large' },
  too_many_requests: { status: 429, message: 'Request rate limit reached' },
} as const;

export type RequestErrorKind = keyof typeof ERRORS;

/**
 * A request that is rejected before the service handles it. `message` may be sent to the client. Each service maps
 * `kind` to an error of its own catalogue.
 */
export class RequestError extends Error {
  readonly kind: RequestErrorKind;
  readonly status: (typeof ERRORS)[RequestErrorKind]['status'];
  /** Seconds until a retry; only for `too_many_requests`. */
  readonly retryAfter: number | null;

  constructor(kind: RequestErrorKind, message?: string, retryAfter: number | null = null) {
    super(message ?? ERRORS[kind].message);
    this.name = 'RequestError';
    this.kind = kind;
    this.status = ERRORS[kind].status;
    this.retryAfter = retryAfter;
  }
}

const OVERLOAD_RETRY_AFTER_S = 2;

/**
 * The error of a request that waited too long for its turn at the database: RequestError `too_many_requests`. The
 * database is not away, it has too much to do. Any other error is returned as it is.
 */
export function overloadAsTooMany(error: unknown): unknown {
  if (!(error instanceof DatabaseUnavailable) || error.reason !== 'busy') return error;
  return new RequestError(
    'too_many_requests',
    'Too many requests at the moment, please try again',
    OVERLOAD_RETRY_AFTER_S,
  );
}

/**
 * The errors of one service by name. An entry is fixed, or a function of the values that its message carries. The class
 * of the service's errors takes a name and these values; `renderError` of the service writes the response.
 */
export type ErrorCatalogue<Entry> = Readonly<Record<string, Entry | ((...values: never[]) => Entry)>>;

/** The values that an entry takes: the parameters of its function, or none. */
export type EntryValues<Entry> = Entry extends (...values: infer Values) => unknown ? Values : [];

/** The entry of a catalogue, made from `values` where it is a function. */
export function readEntry<Entry extends object>(
  entry: Entry | ((...values: never[]) => Entry),
  values: readonly unknown[],
): Entry {
  return typeof entry === 'function' ? (entry as (...values: readonly unknown[]) => Entry)(...values) : entry;
}

/** Adds the cause to an error that stands in for another, for the log. Returns the same error. */
export function causedBy<Kind extends Error>(error: Kind, cause: unknown): Kind {
  error.cause = cause;
  return error;
}
