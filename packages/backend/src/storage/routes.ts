import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { allowAnyOrigin } from '../http/cors.ts';
import type { BackendEnv } from '../http/env.ts';
import { identifyCaller } from '../http/identify-caller.ts';
import { shareRequests } from '../http/share-requests.ts';
import type { BackendDeps } from '../deps.ts';
import { bucketCreate } from './bucket-create.ts';
import { bucketDelete } from './bucket-delete.ts';
import { bucketEmpty } from './bucket-empty.ts';
import { bucketGet } from './bucket-get.ts';
import { bucketList } from './bucket-list.ts';
import { bucketUpdate } from './bucket-update.ts';
import { cdnPurge, cdnPurgeBucket } from './cdn-purge.ts';
import { StorageError } from './errors.ts';
import { renderAuthenticated, renderPublic, renderSigned } from './image-render.ts';
import { joinStorage } from './join-storage.ts';
import { RESUMABLE_PER_MINUTE } from './limits.ts';
import { objectCopy } from './object-copy.ts';
import { objectGet, objectPublic, objectSigned } from './object-get.ts';
import { objectInfo, objectInfoPublic } from './object-info.ts';
import { objectList } from './object-list.ts';
import { objectListV2 } from './object-list-v2.ts';
import { objectMove } from './object-move.ts';
import { objectRemove, objectRemoveOne } from './object-remove.ts';
import { objectSign, objectSignMany } from './object-sign.ts';
import { objectUpdate, objectUpload } from './object-upload.ts';
import { renderError } from './render-error.ts';
import { createFormatReader } from './picture-bytes.ts';
import { openRenderer } from './render-picture.ts';
import { keepRemovingOldUploads } from './remove-uploads.ts';
import { createUploadLocker } from './resumable-lock.ts';
import type { StorageDeps } from './storage-deps.ts';
import { describeResumable, uploadResumable, uploadResumableSigned } from './upload-resumable.ts';
import { uploadSign, uploadSignedPut } from './upload-sign.ts';

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
    pictureWidths: backend.settings.pictureWidths,
  };
  keepRemovingOldUploads(deps);
  const locker = createUploadLocker();
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
  app.get('/object/public/:bucket/:key{.+}', objectPublic(deps));
  app.get('/object/info/public/:bucket/:key{.+}', objectInfoPublic(deps));
  app.get('/object/sign/:bucket/:key{.+}', objectSigned(deps));
  app.put('/object/upload/sign/:bucket/:key{.+}', uploadSignedPut(deps));
  app.all('/upload/resumable/sign/:id?', uploadResumableSigned(deps, locker));
  app.get('/render/image/public/:bucket/:key{.+}', renderPublic(deps));
  app.get('/render/image/sign/:bucket/:key{.+}', renderSigned(deps));

  app.use(identifyCaller(keys));
  app.get('/object/authenticated/:bucket/:key{.+}', requireCaller, objectGet(deps));
  app.get('/object/info/authenticated/:bucket/:key{.+}', requireCaller, objectInfo(deps));
  app.get('/object/info/:bucket/:key{.+}', requireCaller, objectInfo(deps));
  app.get('/object/:bucket/:key{.+}', objectGet(deps));

  app.use(requireCaller);
  app.all('/upload/resumable/:id?', uploadResumable(deps, locker));
  app.get('/bucket', bucketList(deps));
  app.post('/bucket', bucketCreate(deps));
  app.get('/bucket/:bucket', bucketGet(deps));
  app.put('/bucket/:bucket', bucketUpdate(deps));
  app.delete('/bucket/:bucket', bucketDelete(deps));
  app.post('/bucket/:bucket/empty', bucketEmpty(deps));
  app.on('ALL', ['/bucket/:bucket/lifecycle', '/iceberg/*', '/vector/*'], () => {
    throw new StorageError('FeatureNotEnabled');
  });
  app.delete('/cdn/:bucket', cdnPurgeBucket(deps));
  app.delete('/cdn/:bucket/:key{.+}', cdnPurge(deps));

  app.post('/object/list/:bucket', objectList(deps));
  app.post('/object/list-v2/:bucket', objectListV2(deps));
  app.post('/object/move', objectMove(deps));
  app.post('/object/copy', objectCopy(deps));
  app.post('/object/sign/:bucket', objectSignMany(deps));
  app.post('/object/sign/:bucket/:key{.+}', objectSign(deps));
  app.post('/object/upload/sign/:bucket/:key{.+}', uploadSign(deps));
  app.post('/object/:bucket/:key{.+}', objectUpload(deps));
  app.put('/object/:bucket/:key{.+}', objectUpdate(deps));
  app.delete('/object/:bucket', objectRemove(deps));
  app.delete('/object/:bucket/:key{.+}', objectRemoveOne(deps));
  app.get('/render/image/authenticated/:bucket/:key{.+}', renderAuthenticated(deps));
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
