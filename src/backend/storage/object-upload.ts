import { objectOfPath } from './object-key.ts';
import type { WriteMode } from './objects.ts';
import { saveUpload } from './save-object.ts';
import type { Endpoint } from '../http/env.ts';
import type { StorageDeps } from './storage-deps.ts';

/** POST /object/:bucket/:key: a new object; with `x-upsert: true` also in the place of another. */
export function objectUpload(deps: StorageDeps): Endpoint {
  return (c) => save(deps, c, c.req.header('x-upsert') === 'true' ? 'either' : 'create');
}

/** PUT /object/:bucket/:key: new bytes for an object that is there. */
export function objectUpdate(deps: StorageDeps): Endpoint {
  return (c) => save(deps, c, 'replace');
}

async function save(deps: StorageDeps, c: Parameters<Endpoint>[0], mode: WriteMode): Promise<Response> {
  const { bucket, key } = objectOfPath(c);
  const id = await saveUpload(deps, c, { caller: c.var.caller, bucket, key, mode });
  return c.json({ Id: id, Key: `${bucket}/${key}` });
}
