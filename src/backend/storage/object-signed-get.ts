import { findAs } from './find-object.ts';
import { objectOfPath } from './object-key.ts';
import { serveObject } from './serve-object.ts';
import type { Endpoint, StorageDeps } from './storage-deps.ts';
import { readUrlToken } from './url-token.ts';

/** GET and HEAD /object/sign/:bucket/:key?token=: the bytes, as whoever signed the link sees them. */
export function objectSignedGet(deps: StorageDeps): Endpoint {
  return async (c) => {
    const place = objectOfPath(c);
    const url = `${place.bucket}/${place.key}`;
    const { caller } = await readUrlToken(deps, c.req.query('token') ?? '', 'download', url);
    return serveObject(deps, c, await findAs(deps, c, caller, place));
  };
}
