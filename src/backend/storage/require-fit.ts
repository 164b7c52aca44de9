import { allowsType, readBucketRules } from './buckets.ts';
import { StorageError } from './errors.ts';
import type { StoredObject } from './objects.ts';
import type { StorageDeps } from './storage-deps.ts';

/**
 * Throws where an object may not go into a bucket: what is too large (`EntityTooLarge`), not of its types
 * (`InvalidMimeType`), or, where only pictures are allowed, comes from a bucket that did not look at its bytes.
 */
export async function requireFit(deps: StorageDeps, object: StoredObject, bucket: string): Promise<void> {
  if (bucket === object.bucket_id) return;
  const to = await readBucketRules(deps.database, bucket);
  if (object.metadata.size > to.maxBytes) throw new StorageError('EntityTooLarge');
  if (!allowsType(to, object.metadata.mimetype))
    throw new StorageError('UnsupportedMimeType', object.metadata.mimetype);
  if (!to.onlyPictures) return;
  const from = await readBucketRules(deps.database, object.bucket_id);
  if (!from.onlyPictures)
    throw new StorageError('InvalidMimeType', 'Upload the picture instead: its bytes were never checked');
}
