import { StorageError } from './errors.ts';
import { MAX_KEY_LENGTH } from './limits.ts';
import type { BackendContext } from '../http/env.ts';

/** The characters of keys and, except for the slash, of bucket names (protocol.md 3). */
const KEY = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/;
const BUCKET_NAME = /^[A-Za-z0-9_!.*'() &$=@;:+,?-]{1,100}$/;

/** Returns a valid key unchanged. Throws StorageError `InvalidKey`. */
export function requireKey(key: string): string {
  if (key.length > MAX_KEY_LENGTH || !KEY.test(key)) throw new StorageError('InvalidKey', key);
  return key;
}

/** The words after `/object/` that are no bucket: a bucket of such a name would be mistaken for an endpoint. */
const RESERVED: ReadonlySet<string> = new Set([
  'authenticated',
  'copy',
  'info',
  'list',
  'list-v2',
  'move',
  'public',
  'sign',
  'upload',
]);

/** Returns the name of a new bucket unchanged. Throws StorageError `InvalidBucketName`, also for words of the wire. */
export function requireNewBucketName(name: string): string {
  if (RESERVED.has(name)) throw new StorageError('InvalidBucketName');
  return requireBucketName(name);
}

/** Returns a valid bucket name unchanged. Throws StorageError `InvalidBucketName`. */
export function requireBucketName(name: string): string {
  if (!BUCKET_NAME.test(name) || name.trim() !== name) throw new StorageError('InvalidBucketName');
  return name;
}

/** Bucket and key of a path such as `/object/media/a/b.png`; throws StorageError `InvalidKey`. */
export function objectOfPath(c: BackendContext): { bucket: string; key: string } {
  return { bucket: bucketOfPath(c), key: requireKey(c.req.param('key') ?? '') };
}

/** The bucket in the path of a request. */
export function bucketOfPath(c: BackendContext): string {
  return c.req.param('bucket') ?? '';
}
