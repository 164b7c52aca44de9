import { StorageError } from './errors.ts';
import { findAs, findPublic } from './find-object.ts';
import { objectOfPath } from './object-key.ts';
import type { StoredObject } from './objects.ts';
import { serveFile } from './serve-file.ts';
import type { BackendContext, Endpoint } from '../http/env.ts';
import type { StorageDeps } from './storage-deps.ts';
import { readUrlToken } from './url-token.ts';

/**
 * GET and HEAD /object/:bucket/:key: the bytes, for a caller who may select the row; without a token only of public
 * buckets.
 */
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

/** GET and HEAD /object/public/:bucket/:key: the bytes of an object in a public bucket. */
export function objectPublic(deps: StorageDeps): Endpoint {
  return async (c) => serveObject(deps, c, await findPublic(deps, c, objectOfPath(c)));
}

/** GET and HEAD /object/sign/:bucket/:key?token=: the bytes, with the rights of the signer. */
export function objectSigned(deps: StorageDeps): Endpoint {
  return async (c) => {
    const place = objectOfPath(c);
    const url = `${place.bucket}/${place.key}`;
    const { caller } = await readUrlToken(deps, c.req.query('token') ?? '', 'download', url);
    return serveObject(deps, c, await findAs(deps, c, caller, place));
  };
}

/** Responds with the unchanged bytes of an object. */
function serveObject(deps: StorageDeps, c: BackendContext, object: StoredObject): Promise<Response> {
  const { metadata, version, name } = object;
  return serveFile(c, {
    read: (part) => deps.bytes.read(version, part),
    size: metadata.size,
    mimetype: metadata.mimetype,
    eTag: metadata.eTag,
    lastModified: new Date(metadata.lastModified),
    cacheControl: metadata.cacheControl,
    name: name.slice(name.lastIndexOf('/') + 1),
  });
}
