import { rm } from 'node:fs/promises';
import { z } from 'zod';
import { type Caller, asCaller, asService } from '../../database/as-caller.ts';
import type { RunQuery } from '../../database/connect.ts';
import type { BackendContext } from '../../http/env.ts';
import { StorageError } from '../errors.ts';
import { MAX_NAMES } from '../limits.ts';
import { type StorageDeps, readStorageBody, requestOf } from '../storage-deps.ts';
import { OBJECT_DATES, bucketOfPath, findObject, objectOfPath } from './objects.ts';
import { removeWithBytes } from './save-object.ts';
import { requireVisibleBucket } from '../buckets/buckets.ts';

const Body = z.object({ prefixes: z.array(z.string()).min(1).max(MAX_NAMES) });

/** DELETE /object/:bucket: removes the listed objects and answers with those that existed. */
export async function objectRemove(deps: StorageDeps, c: BackendContext): Promise<Response> {
  const { prefixes } = await readStorageBody(c, Body);
  const choice = { bucket: bucketOfPath(c), keys: prefixes };
  return c.json(await removeObjects(deps, c, c.var.caller, async () => choice));
}

/** DELETE /object/:bucket/:key: removes one object. Throws StorageError `NoSuchKey`. */
export async function objectRemoveOne(deps: StorageDeps, c: BackendContext): Promise<Response> {
  const { bucket, key } = objectOfPath(c);
  const removed = await removeObjects(deps, c, c.var.caller, async () => ({ bucket, keys: [key] }));
  if (removed.length === 0) throw new StorageError('NoSuchKey');
  return c.json({ message: 'Successfully deleted' });
}

type Choice = { bucket: string; keys: readonly string[] };

/**
 * Removes objects with the rights of the caller: first the rows, then the bytes. Returns the removed rows; missing
 * objects and those that policies protect are skipped (protocol.md 3).
 */
export async function removeObjects(
  deps: StorageDeps,
  c: BackendContext,
  caller: Caller,
  choose: (query: RunQuery) => Promise<Choice>,
): Promise<Record<string, unknown>[]> {
  return removeWithBytes(
    deps,
    (work) => asCaller(deps.database, caller, requestOf(c), work),
    async (query) => {
      const { bucket, keys } = await choose(query);
      const { rows } = await query(DELETE, [bucket, keys]);
      return rows;
    },
  );
}

const DELETE = `delete from storage.objects where bucket_id = $1 and name = any($2)
  returning id, name, bucket_id, coalesce(owner_id, owner::text, '') as owner, owner_id, version, ${OBJECT_DATES}, metadata, user_metadata`;

/**
 * DELETE /cdn/:bucket/:key: removes the kept renders of a picture, for the service key. Nothing else is cached here: an
 * ETag changes with the bytes, and renders are kept by version, so none is ever out of date.
 */
export async function cdnPurge(deps: StorageDeps, c: BackendContext): Promise<Response> {
  requireService(c);
  const { bucket, key } = objectOfPath(c);
  const { version } = await asService(deps.database, requestOf(c, true), (query) => findObject(query, bucket, key));
  await removeRenders(deps, [version]);
  return c.json({ message: 'success' });
}

/** DELETE /cdn/:bucket: the same for all pictures of a bucket. */
export async function cdnPurgeBucket(deps: StorageDeps, c: BackendContext): Promise<Response> {
  requireService(c);
  const versions = await asService(deps.database, requestOf(c, true), async (query) => {
    await requireVisibleBucket(query, bucketOfPath(c));
    const { rows } = await query('select version from storage.objects where bucket_id = $1', [bucketOfPath(c)]);
    return rows.flatMap(({ version }) => (version ? [version as string] : []));
  });
  await removeRenders(deps, versions);
  return c.json({ message: 'success' });
}

function requireService(c: BackendContext): void {
  if (c.var.caller.role !== 'service_role') throw new StorageError('AccessDenied');
}

async function removeRenders({ bytes }: StorageDeps, versions: readonly string[]): Promise<void> {
  for (const version of versions) await rm(bytes.rendersOf(version), { recursive: true, force: true });
}
