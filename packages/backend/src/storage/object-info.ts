import { findAs, findPublic } from './find-object.ts';
import { objectOfPath } from './object-key.ts';
import type { StoredObject } from './objects.ts';
import type { BackendContext, Endpoint } from '../http/env.ts';
import type { StorageDeps } from './storage-deps.ts';

/** GET /object/info/:bucket/:key: the properties of an object; `metadata` is what the uploader set (protocol.md 3). */
export function objectInfo(deps: StorageDeps): Endpoint {
  return async (c) => presentInfo(c, await findAs(deps, c, c.var.caller, objectOfPath(c)));
}

/** GET /object/info/public/:bucket/:key: the same for public buckets, without a token. */
export function objectInfoPublic(deps: StorageDeps): Endpoint {
  return async (c) => presentInfo(c, await findPublic(deps, c, objectOfPath(c)));
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
