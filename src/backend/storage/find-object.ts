import { asCaller } from '../database/as-caller.ts';
import { SERVICE, type Caller } from '../database/caller.ts';
import { findObject, findPublicObject, type StoredObject } from './objects.ts';
import { type StorageContext, type StorageDeps, requestOf } from './storage-deps.ts';

type Place = { bucket: string; key: string };

/** The object as this caller sees it. */
export function findAs(
  deps: StorageDeps,
  c: StorageContext,
  caller: Caller,
  { bucket, key }: Place,
): Promise<StoredObject> {
  return asCaller(deps.database, caller, requestOf(c, true), (query) => findObject(query, bucket, key));
}

/** An object of a public bucket, SERVICE: its being public is the whole permission, policies are not asked (protocol.md 3). */
export function findPublic(deps: StorageDeps, c: StorageContext, { bucket, key }: Place): Promise<StoredObject> {
  return asCaller(deps.database, SERVICE, requestOf(c, true), (query) => findPublicObject(query, bucket, key));
}
