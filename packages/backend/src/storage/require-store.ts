import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import { ConfigurationError } from '../configuration-error.ts';
import { S3Failure, openS3Store } from './s3-store.ts';
import type { S3Settings } from './storage-url.ts';

const PROBE = 'This object tests the rights of the site at its start.';

const PAUSE_MS = 500;

/** A ConfigurationError whose reason may pass by itself: a store that starts, a network that is not ready. */
class StoreAway extends ConfigurationError {}

export type StoreWait = {
  /** How long to wait for a store that does not answer, in milliseconds; 0 tries once. */
  withinMs: number;
  /** Called once, when it is waiting. */
  onProgress: (line: string) => void;
  /** Ends the wait; its reason is thrown. */
  signal: AbortSignal;
};

/** Calls `requireStore`, again while the error may pass by itself. Throws as it does, after the wait or at once. */
export async function waitForStore(settings: S3Settings, { withinMs, onProgress, signal }: StoreWait): Promise<void> {
  const end = performance.now() + withinMs;
  for (let isTold = false; ;) {
    try {
      return await requireStore(settings);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof StoreAway) || performance.now() >= end) throw error;
      if (!isTold) onProgress(`Waiting for the store of files: ${error.message} …`);
    }
    isTold = true;
    await sleep(PAUSE_MS, undefined, { signal });
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
