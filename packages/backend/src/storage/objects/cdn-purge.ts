import { rm } from 'node:fs/promises';
import { asService } from '../../database/as-caller.ts';
import { requireVisibleBucket } from '../buckets/buckets.ts';
import { StorageError } from '../errors.ts';
import { bucketOfPath, findObject, objectOfPath } from './objects.ts';
import type { BackendContext } from '../../http/env.ts';
import { type StorageDeps, requestOf } from '../storage-deps.ts';

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
