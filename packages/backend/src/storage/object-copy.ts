import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { findAs } from './find-object.ts';
import { requireKey } from './object-key.ts';
import { MoveBody } from './object-move.ts';
import { requireFit, requireTypeGiven } from './buckets.ts';
import type { ObjectMetadata, StoredObject } from './objects.ts';
import { commitVersion, dryRun } from './save-object.ts';
import type { Endpoint } from '../http/env.ts';
import { type StorageDeps, readStorageBody } from './storage-deps.ts';
import { type UploadFacts, decodeMetadata, readFacts } from './upload-facts.ts';

const Body = MoveBody.extend({
  copyMetadata: z.boolean().default(true),
  metadata: z.object({ cacheControl: z.string().optional(), mimetype: z.string().optional() }).nullish(),
});

/**
 * POST /object/copy: a copy of an object; with `x-upsert: true` it may replace another. With `copyMetadata: false` it gets
 * the cache control and the type of `metadata`, where they are given, and the user's metadata of `x-metadata`, or none.
 */
export function objectCopy(deps: StorageDeps): Endpoint {
  return async (c) => {
    const body = await readStorageBody(c, Body);
    const { caller } = c.var;
    const object = await findAs(deps, c, caller, { bucket: body.bucketId, key: body.sourceKey });
    const place = { bucket: body.destinationBucket || body.bucketId, key: requireKey(body.destinationKey) };
    const mode = c.req.header('x-upsert') === 'true' ? ('either' as const) : ('create' as const);
    const target = { caller, ...place, mode };
    await requireFit(deps, object, place.bucket);
    const facts = body.copyMetadata ? null : factsOf(object, body.metadata ?? {}, c.req.header('x-metadata'));
    if (facts && facts.contentType !== object.metadata.mimetype) {
      await requireTypeGiven(deps, place.bucket, facts.contentType);
    }
    await dryRun(deps, c, target);
    const version = randomUUID();
    await deps.bytes.duplicate(object.version, version);
    const metadata = {
      ...object.metadata,
      ...(facts && { cacheControl: facts.cacheControl, mimetype: facts.contentType }),
      lastModified: deps.now().toISOString(),
    };
    const userMetadata = facts ? facts.userMetadata : object.user_metadata;
    const id = await commitVersion(deps, c, target, { version, metadata, userMetadata });
    const { created_at, updated_at, last_accessed_at } = await findAs(deps, c, caller, place);
    const row = { id, name: place.key, bucket_id: place.bucket, created_at, updated_at, last_accessed_at, metadata };
    return c.json({ Id: id, Key: `${place.bucket}/${place.key}`, ...row });
  };
}

function factsOf(
  { metadata }: StoredObject,
  given: Partial<Pick<ObjectMetadata, 'cacheControl' | 'mimetype'>>,
  encoded: string | undefined,
): UploadFacts {
  return readFacts({
    contentType: given.mimetype ?? metadata.mimetype,
    cacheControl: given.cacheControl ?? metadata.cacheControl,
    metadata: decodeMetadata(encoded),
  });
}
