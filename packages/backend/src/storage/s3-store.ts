import { createReadStream } from 'node:fs';
import { rm, stat, writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
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
import { ConfigurationError } from '../configuration-error.ts';
import type { WaitOptions } from '../database/wait-for-database.ts';

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
      const send = (): Promise<unknown> => {
        const command = new PutObjectCommand({ ...place(key), Body: createReadStream(file), ContentLength: size });
        return client.send(command, { requestTimeout: PUT_WITHIN_MS });
      };
      await send().catch(repeatOnce(send)).catch(rejectStore);
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

/**
 * A store closes a connection that was idle, which a request may meet; and where the clock of this machine is wrong, the SDK
 * learns that of the store from an error. It repeats no request whose body is a stream.
 */
const REPEATED = ['ECONNRESET', 'EPIPE', 'RequestTimeTooSkewed'];

function repeatOnce(send: () => Promise<unknown>): (error: unknown) => Promise<unknown> {
  return (error) => {
    if (!REPEATED.includes(new S3Failure(error).code)) throw error;
    return send();
  };
}

function rejectStore(error: unknown): never {
  const failure = new S3Failure(error);
  if (failure.code === 'NoSuchKey') throw new StorageError('NoSuchKey');
  throw causedBy(new StorageError('StoreUnavailable'), failure);
}

const PROBE = 'This object tests the rights of the site at its start.';

const PAUSE_MS = 500;

/** A ConfigurationError whose reason may pass by itself: a store that starts, a network that is not ready. */
class StoreAway extends ConfigurationError {}

/** Calls `requireStore`, again while the error may pass by itself. Throws as it does, after the wait or at once. */
export async function waitForStore(settings: S3Settings, { withinMs, onProgress, signal }: WaitOptions): Promise<void> {
  const end = performance.now() + withinMs;
  for (let isTold = false; ;) {
    try {
      return await requireStore(settings);
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof StoreAway) || performance.now() >= end) throw error;
      if (!isTold) onProgress(`Waiting for the store of files: ${error.message} …`);
    }
    isTold = true;
    await sleep(PAUSE_MS, undefined, { ...(signal && { signal }) });
  }
}

/**
 * Writes, reads and removes a small object, as uploads do. Throws a ConfigurationError that says what to do, without the
 * keys, when the store does not answer, the bucket does not exist, or the key lacks a right.
 */
export async function requireStore(settings: S3Settings): Promise<void> {
  const store = openS3Store(settings);
  const id = randomUUID();
  const file = join(tmpdir(), `probe-${id}`);
  const key = `probes/${id}`;
  try {
    await writeFile(file, PROBE, { mode: 0o600 });
    await store.put(key, file);
    const found = await buffer(await store.get(key));
    await store.remove(key);
    if (found.toString() !== PROBE) throw new ConfigurationError(`STORAGE_URL: ${describe(settings)} changes bytes.`);
  } catch (error) {
    const { cause } = error as Error;
    if (!(cause instanceof S3Failure)) throw error;
    const isAway = cause.status === null || cause.status >= 500;
    throw new (isAway ? StoreAway : ConfigurationError)(`STORAGE_URL: ${explain(cause, settings)}`);
  } finally {
    store.close();
    await rm(file, { force: true });
  }
}

const describe = ({ bucket, endpoint }: S3Settings) => `the bucket "${bucket}" at ${endpoint}`;

/** S3's codes: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
function explain({ code, status }: S3Failure, settings: S3Settings): string {
  const { bucket, endpoint, region } = settings;
  if (code === 'NoSuchBucket') return `there is no bucket "${bucket}" at ${endpoint}. Create it, or correct the name.`;
  if (['PermanentRedirect', 'AuthorizationHeaderMalformed', 'IllegalLocationConstraintException'].includes(code)) {
    return `${describe(settings)} is not in the region "${region}". Write its region as ?region=… (${code}).`;
  }
  if (status === 403 || code === 'InvalidAccessKeyId' || code === 'SignatureDoesNotMatch') {
    return (
      `${endpoint} rejects the key for the bucket "${bucket}" (${code}). Check key and secret, with special characters ` +
      'percent-encoded, and give the key the rights to put, get and delete objects.'
    );
  }
  if (status === null) {
    const isPlain = endpoint.startsWith('http:');
    const tls = isPlain ? 'without TLS (tls=false)' : 'by TLS (a store without it needs ?tls=false)';
    return `${endpoint} cannot be reached ${tls}: ${code}. Check host and port, and whether the store is running.`;
  }
  return `${describe(settings)} cannot be used: ${code} (HTTP ${status}).`;
}
