import { asCaller } from '../database/as-caller.ts';
import { StorageError } from './errors.ts';
import { bucketOfPath } from './object-key.ts';
import type { Endpoint } from '../http/env.ts';
import { type StorageDeps, requestOf } from './storage-deps.ts';

/** DELETE /bucket/:bucket: deletes an empty bucket. */
export function bucketDelete(deps: StorageDeps): Endpoint {
  return async (c) => {
    const remove = asCaller(deps.database, c.var.caller, requestOf(c), (query) =>
      query('delete from storage.buckets where id = $1', [bucketOfPath(c)]),
    );
    const { rowCount } = await remove.catch((error: Error & { code?: string }) => {
      throw error.code === '23503' ? new StorageError('ResourceNotEmpty') : error;
    });
    if (rowCount === 0) throw new StorageError('NoSuchBucket');
    return c.json({ message: 'Successfully deleted' });
  };
}
