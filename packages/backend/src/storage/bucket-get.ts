import { asCaller } from '../database/as-caller.ts';
import { BUCKET_COLUMNS } from './buckets.ts';
import { StorageError } from './errors.ts';
import { bucketOfPath } from './object-key.ts';
import type { Endpoint } from '../http/env.ts';
import { type StorageDeps, requestOf } from './storage-deps.ts';

/** GET /bucket/:bucket: the bucket, if the policies let the caller see it. */
export function bucketGet(deps: StorageDeps): Endpoint {
  return async (c) => {
    const { rows } = await asCaller(deps.database, c.var.caller, requestOf(c, true), (query) =>
      query(`select ${BUCKET_COLUMNS} from storage.buckets where id = $1`, [bucketOfPath(c)]),
    );
    if (!rows[0]) throw new StorageError('NoSuchBucket');
    return c.json(rows[0]);
  };
}
