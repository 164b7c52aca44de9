import type { Context } from 'hono';
import { isReported, isUnavailable, RETRY_AFTER_S } from '../database/unavailable.ts';
import {
  causedBy,
  type EntryValues,
  type ErrorCatalogue,
  overloadAsTooMany,
  readEntry,
  RequestError,
} from '../http/errors.ts';

type StorageErrorEntry = {
  status: number;
  message: string;
  /** The code on the wire; the name of the entry unless it is given. */
  code?: string;
  /** The class of error that older clients read; the code unless it is given. */
  error?: string;
};

/** The errors of Supabase Storage's wire (protocol.md 3). */
const CATALOGUE = {
  NoSuchBucket: { status: 404, error: 'Bucket not found', message: 'Bucket not found' },
  NoSuchKey: { status: 404, error: 'not_found', message: 'Object not found' },
  NoSuchUpload: { status: 404, error: 'not_found', message: 'This upload does not exist, or no longer' },
  NoSuchRoute: { status: 404, error: 'not_found', message: 'This endpoint is not offered' },
  OffsetConflict: { status: 409, message: 'Other bytes of this upload have arrived meanwhile' },
  ObjectReplaced: { status: 409, message: 'The object was replaced meanwhile, please try again' },
  KeyAlreadyExists: { status: 409, error: 'Duplicate', message: 'The resource already exists' },
  BucketAlreadyExists: { status: 409, error: 'Duplicate', message: 'The resource already exists' },
  ResourceNotEmpty: { status: 409, message: 'The bucket you tried to delete is not empty' },
  AccessDenied: (message = 'Access denied') => ({ status: 403, error: 'Unauthorized', message }),
  PolicyViolation: {
    status: 403,
    code: 'AccessDenied',
    error: 'Unauthorized',
    message: 'new row violates row-level security policy for table "objects"',
  },
  MissingAuthorization: { status: 400, error: 'Error', message: "headers must have required property 'authorization'" },
  InvalidJWT: (message = 'Invalid JWT') => ({ status: 400, message }),
  InvalidSignature: { status: 400, message: 'Invalid signature' },
  InvalidMimeType: (message: string) => ({ status: 415, error: 'invalid_mime_type', message }),
  UnsupportedMimeType: (type: string) => ({
    status: 415,
    code: 'InvalidMimeType',
    error: 'invalid_mime_type',
    message: `mime type ${type.slice(0, 100)} is not supported`,
  }),
  EntityTooLarge: (message = 'The object exceeded the maximum allowed size') => ({
    status: 413,
    error: 'Payload too large',
    message,
  }),
  InvalidKey: (key: string) => ({ status: 400, message: `Invalid key: ${key.slice(0, 200)}` }),
  InvalidBucketName: { status: 400, error: 'Invalid Input', message: 'Bucket name invalid' },
  /** Versions of objects and rules that expire them, Iceberg tables, vectors. */
  FeatureNotEnabled: { status: 403, message: 'feature not enabled for this tenant' },
  InvalidRequest: (message = 'The request is not valid') => ({ status: 400, message }),
  SlowDown: (message: string) => ({ status: 429, message }),
  StoreUnavailable: { status: 503, message: 'The store of files does not answer at the moment, please try again' },
  NoSpace: { status: 503, message: 'There is no space left for files at the moment, please try again later' },
  DatabaseTimeout: { status: 503, message: 'The database does not answer at the moment, please try again' },
  InternalError: { status: 500, message: 'Internal server error' },
} as const satisfies ErrorCatalogue<StorageErrorEntry>;

const DISK_FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

/** Whether a file could not be written because the disk is full; libvips has no codes. */
export function isDiskFull(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return DISK_FULL.has(code) || /No space left on device|Disk quota exceeded/.test(message);
}

type StorageErrorName = keyof typeof CATALOGUE;

/** An error of this service, by its name in the catalogue and the values of its message. */
export class StorageError<Name extends StorageErrorName = StorageErrorName> extends Error {
  readonly code: string;
  readonly status: number;
  readonly error: string;

  constructor(name: Name, ...values: EntryValues<(typeof CATALOGUE)[Name]>) {
    const { status, message, code = name, error = code } = readEntry<StorageErrorEntry>(CATALOGUE[name], values);
    super(message);
    this.name = 'StorageError';
    this.code = code;
    this.status = status;
    this.error = error;
  }
}

/** By the status of a RequestError. */
const REQUEST_ERRORS = {
  400: 'InvalidRequest',
  401: 'AccessDenied',
  413: 'EntityTooLarge',
  429: 'SlowDown',
} as const satisfies Record<RequestError['status'], StorageErrorName>;

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
  if (error instanceof RequestError) return new StorageError(REQUEST_ERRORS[error.status], error.message);
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
