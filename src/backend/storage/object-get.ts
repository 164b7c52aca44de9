import { StorageError } from './errors.ts';
import { findAs, findPublic } from './find-object.ts';
import { objectOfPath } from './object-key.ts';
import { serveObject } from './serve-object.ts';
import type { Endpoint, StorageDeps } from './storage-deps.ts';

/** GET and HEAD /object/:bucket/:key: the bytes for a caller who may select the row; without a token, of a public bucket. */
export function objectGet(deps: StorageDeps): Endpoint {
  return async (c) => {
    const place = objectOfPath(c);
    if (c.var.bearer !== null) return serveObject(deps, c, await findAs(deps, c, c.var.caller, place));
    const object = await findPublic(deps, c, place).catch((error: unknown) => {
      throw error instanceof StorageError && error.code === 'NoSuchBucket'
        ? new StorageError('MissingAuthorization')
        : error;
    });
    return serveObject(deps, c, object);
  };
}

/** GET and HEAD /object/public/:bucket/:key: the bytes of an object in a public bucket, for anybody. */
export function objectPublic(deps: StorageDeps): Endpoint {
  return async (c) => serveObject(deps, c, await findPublic(deps, c, objectOfPath(c)));
}
