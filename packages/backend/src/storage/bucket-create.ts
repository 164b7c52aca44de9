import { asCaller } from '../database/as-caller.ts';
import { BucketBody, parseSize } from './bucket-body.ts';
import { requireBucketName, requireNewBucketName } from './object-key.ts';
import { ownerOf } from './objects.ts';
import type { Endpoint } from '../http/env.ts';
import { type StorageDeps, readStorageBody, requestOf } from './storage-deps.ts';

/** POST /bucket: creates a bucket, if the policies allow it. */
export function bucketCreate(deps: StorageDeps): Endpoint {
  return async (c) => {
    const body = await readStorageBody(c, BucketBody);
    const id = requireNewBucketName(body.id ?? body.name ?? '');
    const { caller } = c.var;
    const size = body.file_size_limit ?? null;
    await asCaller(deps.database, caller, requestOf(c), (query) =>
      query(
        `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types, owner_id, owner)
         values ($1, $2, $3, $4, $5, $6::text, $6::text::uuid)`,
        [
          id,
          requireBucketName(body.name ?? id),
          body.public ?? false,
          size === null ? null : parseSize(size),
          body.allowed_mime_types ?? null,
          ownerOf(caller),
        ],
      ),
    );
    return c.json({ name: body.name ?? id });
  };
}
