import { asCaller } from '../database/as-caller.ts';
import { BucketBody, parseSize } from './bucket-body.ts';
import { StorageError } from './errors.ts';
import { bucketOfPath } from './object-key.ts';
import type { Endpoint } from '../http/env.ts';
import { type StorageDeps, readStorageBody, requestOf } from './storage-deps.ts';

/** PUT /bucket/:bucket: changes the fields of the body and keeps the others. */
export function bucketUpdate(deps: StorageDeps): Endpoint {
  return async (c) => {
    const body = await readStorageBody(c, BucketBody);
    const { file_size_limit: size, allowed_mime_types: types } = body;
    const { rowCount } = await asCaller(deps.database, c.var.caller, requestOf(c), (query) =>
      query(
        `update storage.buckets set public = coalesce($2, public), updated_at = now(),
           file_size_limit = case when $3 then $4::bigint else file_size_limit end,
           allowed_mime_types = case when $5 then $6::text[] else allowed_mime_types end
         where id = $1`,
        [
          bucketOfPath(c),
          body.public ?? null,
          size !== undefined,
          size === null || size === undefined ? null : parseSize(size),
          types !== undefined,
          types ?? null,
        ],
      ),
    );
    if (rowCount === 0) throw new StorageError('NoSuchBucket');
    return c.json({ message: 'Successfully updated' });
  };
}
