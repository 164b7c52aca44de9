type CatalogueEntry = { status: number; error?: string; message: string };

/** Every refusal of this service: the code on the wire (the name), status, class of error and text (protocol.md 3). */
const CATALOGUE = {
  NoSuchBucket: { status: 404, error: 'Bucket not found', message: 'Bucket not found' },
  NoSuchKey: { status: 404, error: 'not_found', message: 'Object not found' },
  NoSuchRoute: { status: 404, error: 'not_found', message: 'This endpoint is not offered' },
  KeyAlreadyExists: { status: 409, error: 'Duplicate', message: 'The resource already exists' },
  BucketAlreadyExists: { status: 409, error: 'Duplicate', message: 'The resource already exists' },
  ResourceNotEmpty: { status: 409, message: 'The bucket you tried to delete is not empty' },
  AccessDenied: { status: 403, error: 'Unauthorized', message: 'Access denied' },
  MissingAuthorization: { status: 400, error: 'Error', message: "headers must have required property 'authorization'" },
  InvalidJWT: { status: 400, message: 'Invalid JWT' },
  InvalidSignature: { status: 400, message: 'Invalid signature' },
  ExpiredToken: { status: 400, message: 'The provided token has expired.' },
  InvalidMimeType: { status: 415, error: 'invalid_mime_type', message: 'mime type is not supported' },
  EntityTooLarge: { status: 413, error: 'Payload too large', message: 'The object exceeded the maximum allowed size' },
  InvalidKey: { status: 400, message: 'Invalid key' },
  InvalidBucketName: { status: 400, error: 'Invalid Input', message: 'Bucket name invalid' },
  InvalidRequest: { status: 400, message: 'The request is not valid' },
  SlowDown: { status: 429, message: 'Too many requests at once, please try again' },
  DatabaseTimeout: { status: 503, message: 'The database does not answer at the moment, please try again' },
  InternalError: { status: 500, message: 'Internal server error' },
} as const satisfies Record<string, CatalogueEntry>;

export type StorageErrorName = keyof typeof CATALOGUE;

/** A refusal thrown by its name in the catalogue; `message` replaces the catalogue's where a case says more. */
export class StorageError extends Error {
  readonly code: StorageErrorName;
  readonly status: number;
  /** The class of error as older clients read it. */
  readonly error: string;

  constructor(code: StorageErrorName, message?: string, cause?: unknown) {
    const entry: CatalogueEntry = CATALOGUE[code];
    super(message ?? entry.message, { cause });
    this.name = 'StorageError';
    this.code = code;
    this.status = entry.status;
    this.error = entry.error ?? code;
  }
}

export const invalidKey = (key: string) => new StorageError('InvalidKey', `Invalid key: ${key.slice(0, 200)}`);
export const unsupportedType = (type: string) =>
  new StorageError('InvalidMimeType', `mime type ${type.slice(0, 100)} is not supported`);
