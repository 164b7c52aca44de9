import { asCaller } from '../database/as-caller.ts';
import { requireVisibleBucket } from './buckets.ts';
import { MAX_NAMES } from './limits.ts';
import { bucketOfPath } from './object-key.ts';
import { removeObjects } from './remove-objects.ts';
import type { Endpoint } from '../http/env.ts';
import { type StorageDeps, requestOf } from './storage-deps.ts';

/** POST /bucket/:bucket/empty: removes all objects that the policies let the caller remove, before it answers. */
export function bucketEmpty(deps: StorageDeps): Endpoint {
  return async (c) => {
    const bucket = bucketOfPath(c);
    const { caller } = c.var;
    await asCaller(deps.database, caller, requestOf(c, true), (query) => requireVisibleBucket(query, bucket));
    for (;;) {
      const removed = await removeObjects(deps, c, caller, async (query) => {
        const { rows } = await query('select name from storage.objects where bucket_id = $1 limit $2', [
          bucket,
          MAX_NAMES,
        ]);
        return { bucket, keys: rows.map(({ name }) => name as string) };
      });
      if (removed.length === 0) break;
    }
    return c.json({ message: 'Empty bucket has been queued. Completion may take up to an hour.' });
  };
}
