import { z } from 'zod';
import { StorageError } from './errors.ts';
import { MAX_NAMES } from './limits.ts';
import { bucketOfPath, objectOfPath } from './object-key.ts';
import { removeObjects } from './remove-objects.ts';
import type { Endpoint } from '../http/env.ts';
import { type StorageDeps, readStorageBody } from './storage-deps.ts';

const Body = z.object({ prefixes: z.array(z.string()).min(1).max(MAX_NAMES) });

/** DELETE /object/:bucket: removes the listed objects and answers with those that existed. */
export function objectRemove(deps: StorageDeps): Endpoint {
  return async (c) => {
    const { prefixes } = await readStorageBody(c, Body);
    const choice = { bucket: bucketOfPath(c), keys: prefixes };
    return c.json(await removeObjects(deps, c, c.var.caller, async () => choice));
  };
}

/** DELETE /object/:bucket/:key: removes one object. Throws StorageError `NoSuchKey`. */
export function objectRemoveOne(deps: StorageDeps): Endpoint {
  return async (c) => {
    const { bucket, key } = objectOfPath(c);
    const removed = await removeObjects(deps, c, c.var.caller, async () => ({ bucket, keys: [key] }));
    if (removed.length === 0) throw new StorageError('NoSuchKey');
    return c.json({ message: 'Successfully deleted' });
  };
}
