import { type EntryValues, type ErrorCatalogue, readEntry } from '../http/error-catalogue.ts';

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
  ExpiredToken: { status: 400, message: 'The provided token has expired.' },
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

/** Codes of a full disk. */
const DISK_FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

/** Whether a file could not be written because the disk is full; libvips has no codes. */
export function isDiskFull(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return DISK_FULL.has(code) || /No space left on device|Disk quota exceeded/.test(message);
}

export type StorageErrorName = keyof typeof CATALOGUE;

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
