import { asCaller, asService, type Caller } from '../../database/as-caller.ts';
import type { BackendContext } from '../../http/env.ts';
import { StorageError } from '../errors.ts';
import { requestOf, type StorageDeps } from '../storage-deps.ts';
import { findObject, objectOfPath, type StoredObject } from './objects.ts';
import { serveFile } from './serve-file.ts';
import { readUrlToken } from './url-token.ts';

/**
 * GET and HEAD /object/:bucket/:key: the bytes, for a caller who may select the row; without a token only of public
 * buckets.
 */
export async function objectGet(deps: StorageDeps, c: BackendContext): Promise<Response> {
  const place = objectOfPath(c);
  if (c.var.bearer !== null) return serveObject(deps, c, () => findAs(deps, c, c.var.caller, place));
  const find = () =>
    findPublic(deps, c, place).catch((error: unknown) => {
      throw error instanceof StorageError && error.code === 'NoSuchBucket'
        ? new StorageError('MissingAuthorization')
        : error;
    });
  return serveObject(deps, c, find);
}

/** GET and HEAD /object/public/:bucket/:key: the bytes of an object in a public bucket. */
export async function objectPublic(deps: StorageDeps, c: BackendContext): Promise<Response> {
  return serveObject(deps, c, () => findPublic(deps, c, objectOfPath(c)));
}

/** GET and HEAD /object/sign/:bucket/:key?token=: the bytes, with the rights of the signer. */
export async function objectSigned(deps: StorageDeps, c: BackendContext): Promise<Response> {
  const place = objectOfPath(c);
  const url = `${place.bucket}/${place.key}`;
  const { caller, expires } = await readUrlToken(deps, c.req.query('token') ?? '', 'download', url);
  return keptUntil(expires, await serveObject(deps, c, () => findAs(deps, c, caller, place)));
}

/** The answer to a signed URL. Caches keep it no longer than the URL is valid, however long they may keep the object. */
export function keptUntil(expires: Date, answer: Response): Response {
  answer.headers.delete('Cache-Control');
  answer.headers.set('Expires', expires.toUTCString());
  return answer;
}

/** Responds with the unchanged bytes of an object. */
function serveObject(deps: StorageDeps, c: BackendContext, find: () => Promise<StoredObject>): Promise<Response> {
  return withBytesOf(find, ({ metadata, version, name }) =>
    serveFile(c, {
      read: (part) => deps.bytes.read(version, part),
      size: metadata.size,
      mimetype: metadata.mimetype,
      eTag: metadata.eTag,
      lastModified: new Date(metadata.lastModified),
      cacheControl: metadata.cacheControl,
      name: name.slice(name.lastIndexOf('/') + 1),
    }),
  );
}

/**
 * Does `work` with the bytes of the object that `find` returns. Where they are missing, the object may have been replaced
 * after its row was read, so both are done again. Throws as they do.
 */
export async function withBytesOf<T>(
  find: () => Promise<StoredObject>,
  work: (object: StoredObject) => Promise<T>,
): Promise<T> {
  const object = await find();
  return work(object).catch(async (error: unknown) => {
    if (error instanceof StorageError && error.code === 'NoSuchKey') return work(await find());
    throw error;
  });
}

/** GET /object/info/:bucket/:key: the properties of an object; `metadata` is what the uploader set (protocol.md 3). */
export async function objectInfo(deps: StorageDeps, c: BackendContext): Promise<Response> {
  return presentInfo(c, await findAs(deps, c, c.var.caller, objectOfPath(c)));
}

/** GET /object/info/public/:bucket/:key: the same for public buckets, without a token. */
export async function objectInfoPublic(deps: StorageDeps, c: BackendContext): Promise<Response> {
  return presentInfo(c, await findPublic(deps, c, objectOfPath(c)));
}

function presentInfo(c: BackendContext, object: StoredObject): Response {
  const { id, name, bucket_id, version, created_at, metadata, user_metadata } = object;
  c.header('ETag', metadata.eTag);
  c.header('Last-Modified', new Date(metadata.lastModified).toUTCString());
  c.header('Cache-Control', metadata.cacheControl);
  return c.json({
    id,
    name,
    bucket_id,
    version,
    created_at,
    size: metadata.size,
    content_type: metadata.mimetype,
    cache_control: metadata.cacheControl,
    etag: metadata.eTag,
    last_modified: metadata.lastModified,
    metadata: user_metadata ?? {},
  });
}

type Place = { bucket: string; key: string };

/** Finds an object with the rights of the caller. Throws StorageError `NoSuchKey`. */
export function findAs(
  deps: StorageDeps,
  c: BackendContext,
  caller: Caller,
  { bucket, key }: Place,
): Promise<StoredObject> {
  return asCaller(deps.database, caller, requestOf(c, true), (query) => findObject(query, bucket, key));
}

/**
 * Finds an object of a public bucket, as the service: no policy applies to public buckets (protocol.md 3). Throws
 * StorageError `NoSuchBucket` for other buckets, and `NoSuchKey`.
 */
export function findPublic(deps: StorageDeps, c: BackendContext, { bucket, key }: Place): Promise<StoredObject> {
  return asService(deps.database, requestOf(c, true), async (query) => {
    const { rowCount } = await query('select from storage.buckets where id = $1 and public', [bucket]);
    if (rowCount === 0) throw new StorageError('NoSuchBucket');
    return findObject(query, bucket, key);
  });
}
