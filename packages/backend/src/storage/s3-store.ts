import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { causedBy } from '../http/errors.ts';
import type { ByteRange } from './objects/serve-file.ts';
import { StorageError } from './errors.ts';
import type { S3Settings } from './storage-url.ts';

/**
 * The objects of a bucket. A put is atomic: the store has all bytes or none. Every function throws StorageError
 * `StoreUnavailable`, `get` and `copy` also `NoSuchKey`; the causes hold no keys and no signatures.
 */
export type S3Store = {
  /** Streams a file to the store. */
  put: (key: string, file: string) => Promise<void>;
  get: (key: string, part?: ByteRange) => Promise<Readable>;
  copy: (from: string, to: string) => Promise<void>;
  /** Removes an object; does nothing where there is none. */
  remove: (key: string) => Promise<void>;
  close: () => void;
};

const CONNECT_WITHIN_MS = 3_000;
/** Until the headers of the answer. */
const ANSWER_WITHIN_MS = 15_000;
/** The largest object at 4 Mbit/s. */
const PUT_WITHIN_MS = 120_000;
/** Without a byte in either direction; a client may be slow to read. */
const IDLE_MS = 120_000;
/** Downloads of slow clients keep connections. */
const MAX_SOCKETS = 200;
const ATTEMPTS = 3;

/** Opens a bucket. Connects at the first request. */
export function openS3Store(settings: S3Settings): S3Store {
  const { bucket, prefix } = settings;
  const client = createS3Client(settings);
  const place = (key: string) => ({ Bucket: bucket, Key: prefix + key });
  return {
    put: async (key, file) => {
      const { size } = await stat(file);
      const command = new PutObjectCommand({ ...place(key), Body: createReadStream(file), ContentLength: size });
      await client.send(command, { requestTimeout: PUT_WITHIN_MS }).catch(rejectStore);
    },
    get: async (key, part) => {
      const range = part && { Range: `bytes=${part.start}-${part.end}` };
      const { Body } = await client.send(new GetObjectCommand({ ...place(key), ...range })).catch(rejectStore);
      return Body as Readable;
    },
    copy: async (from, to) => {
      const source = encodeURI(`${bucket}/${prefix}${from}`);
      await client.send(new CopyObjectCommand({ ...place(to), CopySource: source })).catch(rejectStore);
    },
    remove: async (key) => {
      await client.send(new DeleteObjectCommand(place(key))).catch(rejectStore);
    },
    close: () => client.destroy(),
  };
}

/** A client of the store with the timeouts of this product. Connects at the first request. */
export function createS3Client({ endpoint, region, accessKeyId, secretAccessKey }: S3Settings): S3Client {
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: ATTEMPTS,
    forcePathStyle: true,
    // The SDK would write to the console that it does not repeat a streamed put; the error is thrown all the same.
    logger: { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore },
    // Other stores do not know the checksums that the SDK sends by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_WITHIN_MS,
      requestTimeout: ANSWER_WITHIN_MS,
      throwOnRequestTimeout: true,
      socketTimeout: IDLE_MS,
      httpAgent: { maxSockets: MAX_SOCKETS },
      httpsAgent: { maxSockets: MAX_SOCKETS },
    },
  });
}

function ignore(): void {}

/** What an error of the SDK says, without the request and the answer that it holds. */
export class S3Failure extends Error {
  /** The code of S3, such as `NoSuchBucket`, or of a system call, such as `ECONNREFUSED`. */
  readonly code: string;
  readonly status: number | null;

  constructor(error: unknown) {
    const { name, message, code, $metadata } = error as Error & {
      code?: string;
      $metadata?: { httpStatusCode?: number };
    };
    const status = $metadata?.httpStatusCode ?? null;
    super(`${code ?? name}${status === null ? '' : ` (HTTP ${status})`}: ${message}`);
    this.name = 'S3Failure';
    this.code = code ?? name;
    this.status = status;
  }
}

function rejectStore(error: unknown): never {
  const failure = new S3Failure(error);
  if (failure.code === 'NoSuchKey') throw new StorageError('NoSuchKey');
  throw causedBy(new StorageError('StoreUnavailable'), failure);
}
