import { pictureFormatOf } from '../pictures/picture-formats.ts';
import { asService } from '../../database/as-caller.ts';
import type { DatabasePool, RunQuery } from '../../database/connect.ts';
import { StorageError } from '../errors.ts';
import { MAX_OBJECT_BYTES } from '../limits.ts';
import { isoDate, type StoredObject } from '../objects/objects.ts';
import type { StorageDeps } from '../storage-deps.ts';

/** The one type beside pictures that is read from the bytes. */
export const PDF_TYPE = 'application/pdf';

export type BucketRules = {
  maxBytes: number;
  /** null allows every type. */
  mimeTypes: readonly string[] | null;
  /**
   * Whether only types of pictures, and PDF, are allowed: the bytes then decide, whatever type they claim, and pictures
   * are decoded and encoded again.
   */
  isByContent: boolean;
};

/** The columns of a bucket in the wire's form (protocol.md 3). */
export const BUCKET_COLUMNS = `id, name, coalesce(owner_id, owner::text, '') as owner, public, file_size_limit::float8 as file_size_limit,
  allowed_mime_types, ${isoDate('created_at')}, ${isoDate('updated_at')}, type`;

/**
 * Reads the rules of a bucket, as the service: a caller who may write objects need not be allowed to read buckets.
 * Throws StorageError `NoSuchBucket`.
 */
export async function readBucketRules(database: DatabasePool, bucket: string): Promise<BucketRules> {
  return asService(database, { readOnly: true }, async (query) => {
    const { rows } = await query(
      `select file_size_limit::float8 as file_size_limit, allowed_mime_types from storage.buckets where id = $1`,
      [bucket],
    );
    if (!rows[0]) throw new StorageError('NoSuchBucket');
    const limit = rows[0]['file_size_limit'] as number | null;
    const mimeTypes = rows[0]['allowed_mime_types'] as string[] | null;
    return {
      maxBytes: Math.min(limit ?? MAX_OBJECT_BYTES, MAX_OBJECT_BYTES),
      mimeTypes,
      isByContent:
        !!mimeTypes?.length && mimeTypes.every((type) => pictureFormatOf(type) !== null || type === PDF_TYPE),
    };
  });
}

/** Throws StorageError `NoSuchBucket` where the caller sees no such bucket. */
export async function requireVisibleBucket(query: RunQuery, bucket: string): Promise<void> {
  const { rowCount } = await query('select from storage.buckets where id = $1', [bucket]);
  if (rowCount === 0) throw new StorageError('NoSuchBucket');
}

/** Whether a type such as `image/png` is allowed; the list may contain `image/*`. */
export function allowsType({ mimeTypes }: BucketRules, type: string): boolean {
  if (!mimeTypes?.length) return true;
  const bare = bareType(type);
  return mimeTypes.some((allowed) => allowed === '*/*' || allowed === bare || isWithin(bare, allowed));
}

function isWithin(type: string, range: string): boolean {
  return range.endsWith('/*') && type.startsWith(range.slice(0, -1));
}

/** The type without parameters: `text/html` of `text/html; charset=utf-8`. */
export function bareType(type: string): string {
  return (type.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/**
 * Checks that an object may get another type without new bytes: where the bytes decide, they do. Throws
 * StorageError `UnsupportedMimeType`.
 */
export async function requireTypeGiven(deps: StorageDeps, bucket: string, type: string): Promise<void> {
  const rules = await readBucketRules(deps.database, bucket);
  if (rules.isByContent || !allowsType(rules, type)) throw new StorageError('UnsupportedMimeType', type);
}

/**
 * Checks that an object may be put into another bucket. Throws StorageError `EntityTooLarge` or `UnsupportedMimeType`,
 * and `InvalidMimeType` when the bytes would decide and were never checked.
 */
export async function requireFit(deps: StorageDeps, object: StoredObject, bucket: string): Promise<void> {
  if (bucket === object.bucket_id) return;
  const to = await readBucketRules(deps.database, bucket);
  if (object.metadata.size > to.maxBytes) throw new StorageError('EntityTooLarge');
  if (!allowsType(to, object.metadata.mimetype))
    throw new StorageError('UnsupportedMimeType', object.metadata.mimetype);
  if (!to.isByContent) return;
  const from = await readBucketRules(deps.database, object.bucket_id);
  if (!from.isByContent)
    throw new StorageError('InvalidMimeType', 'Upload the file instead: its bytes were never checked');
}
