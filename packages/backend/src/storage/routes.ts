import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { allowAnyOrigin } from '../http/cors.ts';
import { type BackendEnv, endpointsOf } from '../http/env.ts';
import { identifyCaller } from '../http/identify-caller.ts';
import { shareRequests } from '../http/share-requests.ts';
import type { BackendDeps } from '../deps.ts';
import { bucketCreate, bucketDelete, bucketEmpty, bucketGet, bucketList, bucketUpdate } from './buckets/endpoints.ts';
import { cdnPurge, cdnPurgeBucket, objectRemove, objectRemoveOne } from './objects/object-remove.ts';
import { StorageError, renderError } from './errors.ts';
import { renderAuthenticated, renderPublic, renderSigned } from './pictures/image-render.ts';
import { joinStorage } from './bytes/join-storage.ts';
import { RESUMABLE_PER_MINUTE } from './limits.ts';
import { objectCopy, objectMove } from './objects/object-copy.ts';
import { objectGet, objectInfo, objectInfoPublic, objectPublic, objectSigned } from './objects/object-get.ts';
import { objectList, objectListV2 } from './objects/object-list.ts';
import {
  objectSign,
  objectSignMany,
  objectUpdate,
  objectUpload,
  uploadSign,
  uploadSignedPut,
} from './objects/object-upload.ts';
import { createFormatReader } from './pictures/picture-formats.ts';
import { openRenderer } from './pictures/render-picture.ts';
import { keepRemovingOldUploads } from './resumable/resumable-rows.ts';
import {
  createUploadLocker,
  describeResumable,
  uploadResumable,
  uploadResumableSigned,
} from './resumable/upload-resumable.ts';
import type { StorageDeps } from './storage-deps.ts';

/**
 * The storage service, Supabase Storage's wire, with paths relative to `/storage/v1`. First settles what dead processes
 * have left. Writes its own errors. Throws when the storage folder cannot be written.
 */
export async function mountStorage(backend: BackendDeps): Promise<Hono<BackendEnv>> {
  const { keys, log, now } = backend;
  const database = backend.database.poolFor('storage');
  const bytes = await joinStorage({ ...backend, database });
  const deps: StorageDeps = {
    database,
    keys,
    log,
    now,
    bytes,
    render: openRenderer(bytes, backend.openRateLimit),
    pictureFormat: createFormatReader(bytes),
    limitResumable: backend.openRateLimit('storage/resumable', { points: RESUMABLE_PER_MINUTE, seconds: 60 }),
    uploadLocker: createUploadLocker(),
    pictureWidths: backend.settings.pictureWidths,
  };
  keepRemovingOldUploads(deps);
  const endpoint = endpointsOf(deps);
  const app = new Hono<BackendEnv>();
  app.onError((error, c) =>
    renderError(c, error, (cause) => log.error({ err: cause, path: c.req.path }, 'storage failed')),
  );
  app.use('/upload/resumable/*', describeResumable);
  app.use(allowAnyOrigin(), shareRequests(backend, 'storage'));

  // Monitors of hosted projects ask these without a key.
  app.get('/status', (c) => c.body(null, 200));
  app.get('/version', (c) => c.text('embedded'));

  // These need only the token in the URL, or a public bucket; the Authorization header is ignored.
  app.get('/object/public/:bucket/:key{.+}', endpoint(objectPublic));
  app.get('/object/info/public/:bucket/:key{.+}', endpoint(objectInfoPublic));
  app.get('/object/sign/:bucket/:key{.+}', endpoint(objectSigned));
  app.put('/object/upload/sign/:bucket/:key{.+}', endpoint(uploadSignedPut));
  app.all('/upload/resumable/sign/:id?', endpoint(uploadResumableSigned));
  app.get('/render/image/public/:bucket/:key{.+}', endpoint(renderPublic));
  app.get('/render/image/sign/:bucket/:key{.+}', endpoint(renderSigned));

  app.use(identifyCaller(keys));
  app.get('/object/authenticated/:bucket/:key{.+}', requireCaller, endpoint(objectGet));
  app.get('/object/info/authenticated/:bucket/:key{.+}', requireCaller, endpoint(objectInfo));
  app.get('/object/info/:bucket/:key{.+}', requireCaller, endpoint(objectInfo));
  app.get('/object/:bucket/:key{.+}', endpoint(objectGet));

  app.use(requireCaller);
  app.all('/upload/resumable/:id?', endpoint(uploadResumable));
  app.get('/bucket', endpoint(bucketList));
  app.post('/bucket', endpoint(bucketCreate));
  app.get('/bucket/:bucket', endpoint(bucketGet));
  app.put('/bucket/:bucket', endpoint(bucketUpdate));
  app.delete('/bucket/:bucket', endpoint(bucketDelete));
  app.post('/bucket/:bucket/empty', endpoint(bucketEmpty));
  app.on('ALL', ['/bucket/:bucket/lifecycle', '/iceberg/*', '/vector/*'], () => {
    throw new StorageError('FeatureNotEnabled');
  });
  app.delete('/cdn/:bucket', endpoint(cdnPurgeBucket));
  app.delete('/cdn/:bucket/:key{.+}', endpoint(cdnPurge));

  app.post('/object/list/:bucket', endpoint(objectList));
  app.post('/object/list-v2/:bucket', endpoint(objectListV2));
  app.post('/object/move', endpoint(objectMove));
  app.post('/object/copy', endpoint(objectCopy));
  app.post('/object/sign/:bucket', endpoint(objectSignMany));
  app.post('/object/sign/:bucket/:key{.+}', endpoint(objectSign));
  app.post('/object/upload/sign/:bucket/:key{.+}', endpoint(uploadSign));
  app.post('/object/:bucket/:key{.+}', endpoint(objectUpload));
  app.put('/object/:bucket/:key{.+}', endpoint(objectUpdate));
  app.delete('/object/:bucket', endpoint(objectRemove));
  app.delete('/object/:bucket/:key{.+}', endpoint(objectRemoveOne));
  app.get('/render/image/authenticated/:bucket/:key{.+}', endpoint(renderAuthenticated));
  app.all('*', () => {
    throw new StorageError('NoSuchRoute');
  });
  return app;
}

/** Requires a bearer token, which may be an API key. Throws StorageError `MissingAuthorization`. */
const requireCaller = createMiddleware<BackendEnv>(async (c, next) => {
  if (c.var.bearer === null) throw new StorageError('MissingAuthorization');
  await next();
});
