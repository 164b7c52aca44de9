import { asCaller } from '../database/as-caller.ts';
import { StorageFault } from './errors.ts';
import { bucketOfPath } from './object-key.ts';
import { type Endpoint, type StorageRoom, requestOf } from './storage-room.ts';

/** DELETE /bucket/:bucket: only an empty one. */
export function bucketDelete(room: StorageRoom): Endpoint {
  return async (c) => {
    const remove = asCaller(room.database, c.var.caller, requestOf(c), (query) =>
      query('delete from storage.buckets where id = $1', [bucketOfPath(c)]),
    );
    const { rowCount } = await remove.catch((error: Error & { code?: string }) => {
      throw error.code === '23503' ? new StorageFault('ResourceNotEmpty') : error;
    });
    if (rowCount === 0) throw new StorageFault('NoSuchBucket');
    return c.json({ message: 'Successfully deleted' });
  };
}
