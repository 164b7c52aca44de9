import { StorageFault } from './errors.ts';
import { findAs, findPublic } from './find-object.ts';
import { objectOfPath } from './object-key.ts';
import { serveObject } from './serve-object.ts';
import type { Endpoint, StorageRoom } from './storage-room.ts';

/** GET and HEAD /object/:bucket/:key: the bytes for a caller who may select the row; without a token, of a public bucket. */
export function objectGet(room: StorageRoom): Endpoint {
  return async (c) => {
    const place = objectOfPath(c);
    if (c.var.bearer !== null) return serveObject(room, c, await findAs(room, c, c.var.caller, place));
    const object = await findPublic(room, c, place).catch((error: unknown) => {
      throw error instanceof StorageFault && error.code === 'NoSuchBucket'
        ? new StorageFault('MissingAuthorization')
        : error;
    });
    return serveObject(room, c, object);
  };
}

/** GET and HEAD /object/public/:bucket/:key: the bytes of an object in a public bucket, for anybody. */
export function objectPublic(room: StorageRoom): Endpoint {
  return async (c) => serveObject(room, c, await findPublic(room, c, objectOfPath(c)));
}
