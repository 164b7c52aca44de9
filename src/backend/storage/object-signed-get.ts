import { findAs } from './find-object.ts';
import { objectOfPath } from './object-key.ts';
import { serveObject } from './serve-object.ts';
import type { Endpoint, StorageRoom } from './storage-room.ts';
import { readUrlToken } from './url-token.ts';

/** GET and HEAD /object/sign/:bucket/:key?token=: the bytes, as whoever signed the link sees them. */
export function objectSignedGet(room: StorageRoom): Endpoint {
  return async (c) => {
    const place = objectOfPath(c);
    const url = `${place.bucket}/${place.key}`;
    const { caller } = await readUrlToken(room, c.req.query('token') ?? '', 'download', url);
    return serveObject(room, c, await findAs(room, c, caller, place));
  };
}
