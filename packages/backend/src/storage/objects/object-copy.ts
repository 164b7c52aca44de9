import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { asCaller } from '../../database/as-caller.ts';
import type { BackendContext } from '../../http/env.ts';
import { requireFit, requireTypeGiven } from '../buckets/buckets.ts';
import { StorageError } from '../errors.ts';
import { readStorageBody, requestOf, type StorageDeps } from '../storage-deps.ts';
import { findAs, withBytesOf } from './object-get.ts';
import { findObject, holdKey, type ObjectMetadata, requireKey, type StoredObject } from './objects.ts';
import { decodeMetadata, readFacts, type UploadFacts } from './receive-upload.ts';
import { commitVersion, dryRun } from './save-object.ts';

/** The body of `move`, and the part of it that `copy` shares. */
const MoveBody = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
});

const Body = MoveBody.extend({
  copyMetadata: z.boolean().default(true),
  metadata: z.object({ cacheControl: z.string().optional(), mimetype: z.string().optional() }).nullish(),
});

/**
 * POST /object/copy: a copy of an object; with `x-upsert: true` it may replace another. With `copyMetadata: false` it gets
 * the cache control and the type of `metadata`, where they are given, and the user's metadata of `x-metadata`, or none.
 */
export async function objectCopy(deps: StorageDeps, c: BackendContext): Promise<Response> {
  const body = await readStorageBody(c, Body);
  const { caller } = c.var;
  const find = () => findAs(deps, c, caller, { bucket: body.bucketId, key: body.sourceKey });
  const place = { bucket: body.destinationBucket || body.bucketId, key: requireKey(body.destinationKey) };
  const mode = c.req.header('x-upsert') === 'true' ? ('either' as const) : ('create' as const);
  const target = { caller, ...place, mode };
  const { version, object, facts } = await withBytesOf(find, async (source) => {
    await requireFit(deps, source, place.bucket);
    const given = body.copyMetadata ? null : factsOf(source, body.metadata ?? {}, c.req.header('x-metadata'));
    if (given && given.contentType !== source.metadata.mimetype) {
      await requireTypeGiven(deps, place.bucket, given.contentType);
    }
    await dryRun(deps, c, target);
    const copy = randomUUID();
    await deps.bytes.duplicate(source.version, copy);
    return { version: copy, object: source, facts: given };
  });
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

/** POST /object/move: changes the key or the bucket of an object. The bytes stay where they are. */
export async function objectMove(deps: StorageDeps, c: BackendContext): Promise<Response> {
  const { bucketId, sourceKey, destinationKey, destinationBucket } = await readStorageBody(c, MoveBody);
  const to = { bucket: destinationBucket || bucketId, key: requireKey(destinationKey) };
  const fitting = await findAs(deps, c, c.var.caller, { bucket: bucketId, key: sourceKey });
  await requireFit(deps, fitting, to.bucket);
  const id = await asCaller(deps.database, c.var.caller, requestOf(c), async (query) => {
    // Locked in alphabetical order, so that two opposite moves cannot deadlock.
    const paths = [`${bucketId}/${sourceKey}`, `${to.bucket}/${to.key}`].toSorted();
    for (const path of paths) await holdKey(query, path);
    const object = await findObject(query, bucketId, sourceKey);
    if (to.bucket !== bucketId && object.version !== fitting.version) throw new StorageError('ObjectReplaced');
    const { rowCount } = await query('update storage.objects set bucket_id = $2, name = $3 where id = $1', [
      object.id,
      to.bucket,
      to.key,
    ]);
    if (rowCount === 0) {
      // Throws where the update has waited for a deletion.
      await findObject(query, bucketId, sourceKey);
      throw new StorageError('PolicyViolation');
    }
    return object.id;
  });
  return c.json({ message: 'Successfully moved', Id: id, Key: `${to.bucket}/${to.key}` });
}
