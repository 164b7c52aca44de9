import { objectOfPath } from './object-key.ts';
import type { WriteMode } from './objects.ts';
import { saveUpload } from './save-object.ts';
import type { Endpoint } from '../http/env.ts';
import type { StorageDeps } from './storage-deps.ts';

/** POST /object/:bucket/:key: creates an object; with `x-upsert: true` it may replace one. */
export function objectUpload(deps: StorageDeps): Endpoint {
  return (c) => save(deps, c, c.req.header('x-upsert') === 'true' ? 'either' : 'create');
}

/** PUT /object/:bucket/:key: replaces the bytes of an existing object. */
export function objectUpdate(deps: StorageDeps): Endpoint {
  return (c) => save(deps, c, 'replace');
}

async function save(deps: StorageDeps, c: Parameters<Endpoint>[0], mode: WriteMode): Promise<Response> {
  const { bucket, key } = objectOfPath(c);
  const id = await saveUpload(deps, c, { caller: c.var.caller, bucket, key, mode });
  return c.json({ Id: id, Key: `${bucket}/${key}` });
}
