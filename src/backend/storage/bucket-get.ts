import { asCaller } from '../database/as-caller.ts';
import { BUCKET_COLUMNS } from './buckets.ts';
import { StorageFault } from './errors.ts';
import { bucketOfPath } from './object-key.ts';
import { type Endpoint, type StorageRoom, requestOf } from './storage-room.ts';

/** GET /bucket/:bucket: the bucket, where policies let the caller see it. */
export function bucketGet(room: StorageRoom): Endpoint {
  return async (c) => {
    const { rows } = await asCaller(room.database, c.var.caller, requestOf(c, true), (query) =>
      query(`select ${BUCKET_COLUMNS} from storage.buckets where id = $1`, [bucketOfPath(c)]),
    );
    if (!rows[0]) throw new StorageFault('NoSuchBucket');
    return c.json(rows[0]);
  };
}
