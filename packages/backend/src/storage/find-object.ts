import { asCaller, asService } from '../database/as-caller.ts';
import type { Caller } from '../database/caller.ts';
import { findObject, findPublicObject, type StoredObject } from './objects.ts';
import type { BackendContext } from '../http/env.ts';
import { type StorageDeps, requestOf } from './storage-deps.ts';

type Place = { bucket: string; key: string };

/** Finds an object with the rights of the caller. Throws StorageError `NoSuchKey`. */
export function findAs(
  deps: StorageDeps,
  c: BackendContext,
  caller: Caller,
  { bucket, key }: Place,
): Promise<StoredObject> {
  return asCaller(deps.database, caller, requestOf(c, true), (query) => findObject(query, bucket, key));
}

/** Finds an object of a public bucket, as the service: no policy applies to public buckets (protocol.md 3). */
export function findPublic(deps: StorageDeps, c: BackendContext, { bucket, key }: Place): Promise<StoredObject> {
  return asService(deps.database, requestOf(c, true), (query) => findPublicObject(query, bucket, key));
}
