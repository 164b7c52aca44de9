import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { findAs } from './find-object.ts';
import { MAX_METADATA_BYTES } from './limits.ts';
import { requireKey } from './object-key.ts';
import { MoveBody } from './object-move.ts';
import { requireFit } from './buckets.ts';
import { commitVersion, dryRun } from './save-object.ts';
import type { Endpoint } from '../http/env.ts';
import { type StorageDeps, readStorageBody } from './storage-deps.ts';

const Body = MoveBody.extend({
  copyMetadata: z.boolean().default(true),
  metadata: z
    .record(z.string(), z.unknown())
    .refine((metadata) => JSON.stringify(metadata).length <= MAX_METADATA_BYTES, 'is larger than 16 kB')
    .nullish(),
});

/** POST /object/copy: a copy of an object; with `x-upsert: true` it may replace another. */
export function objectCopy(deps: StorageDeps): Endpoint {
  return async (c) => {
    const body = await readStorageBody(c, Body);
    const { caller } = c.var;
    const object = await findAs(deps, c, caller, { bucket: body.bucketId, key: body.sourceKey });
    const place = { bucket: body.destinationBucket || body.bucketId, key: requireKey(body.destinationKey) };
    const mode = c.req.header('x-upsert') === 'true' ? ('either' as const) : ('create' as const);
    const target = { caller, ...place, mode };
    await requireFit(deps, object, place.bucket);
    await dryRun(deps, c, target);
    const version = randomUUID();
    await deps.bytes.duplicate(object.version, version);
    const metadata = { ...object.metadata, lastModified: deps.now().toISOString() };
    const userMetadata = body.copyMetadata ? object.user_metadata : (body.metadata ?? null);
    const id = await commitVersion(deps, c, target, { version, metadata, userMetadata });
    const { created_at, updated_at, last_accessed_at } = await findAs(deps, c, caller, place);
    const facts = { id, name: place.key, bucket_id: place.bucket, created_at, updated_at, last_accessed_at, metadata };
    return c.json({ Id: id, Key: `${place.bucket}/${place.key}`, ...facts });
  };
}
