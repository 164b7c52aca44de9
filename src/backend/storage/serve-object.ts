import type { StoredObject } from './objects.ts';
import { serveFile } from './serve-file.ts';
import type { StorageContext, StorageDeps } from './storage-deps.ts';

/** Answers with the bytes of an object as they are. */
export function serveObject(deps: StorageDeps, c: StorageContext, object: StoredObject): Promise<Response> {
  const { metadata, version, name } = object;
  return serveFile(c, {
    open: () => deps.bytes.open(version),
    size: metadata.size,
    mimetype: metadata.mimetype,
    eTag: metadata.eTag,
    lastModified: new Date(metadata.lastModified),
    cacheControl: metadata.cacheControl,
    name: name.slice(name.lastIndexOf('/') + 1),
  });
}
