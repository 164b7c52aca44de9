import { z } from 'zod';
import { asCaller } from '../database/as-caller.ts';
import { StorageError } from './errors.ts';
import { findAs } from './find-object.ts';
import { requireKey } from './object-key.ts';
import { findObject, holdKey } from './objects.ts';
import { requireFit } from './buckets.ts';
import type { Endpoint } from '../http/env.ts';
import { type StorageDeps, readStorageBody, requestOf } from './storage-deps.ts';

/** The body of `move`, and the part of it that `copy` shares. */
export const MoveBody = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
});

/** POST /object/move: changes the key or the bucket of an object. The bytes stay where they are. */
export function objectMove(deps: StorageDeps): Endpoint {
  return async (c) => {
    const { bucketId, sourceKey, destinationKey, destinationBucket } = await readStorageBody(c, MoveBody);
    const to = { bucket: destinationBucket || bucketId, key: requireKey(destinationKey) };
    await requireFit(deps, await findAs(deps, c, c.var.caller, { bucket: bucketId, key: sourceKey }), to.bucket);
    const id = await asCaller(deps.database, c.var.caller, requestOf(c), async (query) => {
      // Locked in alphabetical order, so that two opposite moves cannot deadlock.
      const paths = [`${bucketId}/${sourceKey}`, `${to.bucket}/${to.key}`].toSorted();
      for (const path of paths) await holdKey(query, path);
      const object = await findObject(query, bucketId, sourceKey);
      const { rowCount } = await query('update storage.objects set bucket_id = $2, name = $3 where id = $1', [
        object.id,
        to.bucket,
        to.key,
      ]);
      if (rowCount === 0) {
        throw new StorageError('PolicyViolation');
      }
      return object.id;
    });
    return c.json({ message: 'Successfully moved', Id: id, Key: `${to.bucket}/${to.key}` });
  };
}
