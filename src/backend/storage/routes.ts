import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { holdLock } from '../database/hold-lock.ts';
import { allowAnyOrigin } from '../http/cors.ts';
import type { BackendEnv } from '../http/env.ts';
import { identifyCaller } from '../http/identify-caller.ts';
import type { BackendParts } from '../parts.ts';
import { bucketCreate } from './bucket-create.ts';
import { bucketDelete } from './bucket-delete.ts';
import { bucketEmpty } from './bucket-empty.ts';
import { bucketGet } from './bucket-get.ts';
import { bucketList } from './bucket-list.ts';
import { bucketUpdate } from './bucket-update.ts';
import { type Bytes, openBytes } from './bytes.ts';
import { StorageFault } from './errors.ts';
import { SETTLE_EVERY_MS } from './limits.ts';
import { renderAuthenticated, renderPublic, renderSigned } from './image-render.ts';
import { objectCopy } from './object-copy.ts';
import { objectGet, objectPublic } from './object-get.ts';
import { objectInfo, objectInfoPublic } from './object-info.ts';
import { objectList } from './object-list.ts';
import { objectMove } from './object-move.ts';
import { objectRemove, objectRemoveOne } from './object-remove.ts';
import { objectSign, objectSignMany } from './object-sign.ts';
import { objectSignedGet } from './object-signed-get.ts';
import { objectUpdate, objectUpload } from './object-upload.ts';
import { renderError } from './render-error.ts';
import { openRenderer } from './render-picture.ts';
import { requireCaller } from './require-caller.ts';
import { type SettleParts, processLock, settleDeadProcesses } from './settle-processes.ts';
import type { StorageRoom } from './storage-room.ts';
import { uploadSign, uploadSignedPut } from './upload-sign.ts';

/**
 * The storage service, with paths relative to `/storage/v1`; renders its own errors. Settles first what dead processes left.
 * Fails when the folder of the settings cannot be written.
 */
export async function mountStorage(parts: BackendParts): Promise<Hono<BackendEnv>> {
  const { keys, log, now } = parts;
  const database = parts.database.share('storage');
  const bytes = await joinStorage({ ...parts, database });
  const room: StorageRoom = { database, keys, log, now, bytes, render: openRenderer(bytes) };
  const app = new Hono<BackendEnv>();
  app.onError((error, c) =>
    renderError(c, error, (cause) => log.error({ err: cause, path: c.req.path }, 'storage failed')),
  );
  app.use(allowAnyOrigin());

  // A token in the address, or a public bucket, is permission enough: whatever stands in the headers is not looked at.
  app.get('/object/public/:bucket/:key{.+}', objectPublic(room));
  app.get('/object/info/public/:bucket/:key{.+}', objectInfoPublic(room));
  app.get('/object/sign/:bucket/:key{.+}', objectSignedGet(room));
  app.put('/object/upload/sign/:bucket/:key{.+}', uploadSignedPut(room));
  app.get('/render/image/public/:bucket/:key{.+}', renderPublic(room));
  app.get('/render/image/sign/:bucket/:key{.+}', renderSigned(room));

  app.use(identifyCaller(keys));
  app.get('/object/authenticated/:bucket/:key{.+}', requireCaller, objectGet(room));
  app.get('/object/info/authenticated/:bucket/:key{.+}', requireCaller, objectInfo(room));
  app.get('/object/info/:bucket/:key{.+}', requireCaller, objectInfo(room));
  app.get('/object/:bucket/:key{.+}', objectGet(room));

  app.use(requireCaller);
  app.get('/bucket', bucketList(room));
  app.post('/bucket', bucketCreate(room));
  app.get('/bucket/:bucket', bucketGet(room));
  app.put('/bucket/:bucket', bucketUpdate(room));
  app.delete('/bucket/:bucket', bucketDelete(room));
  app.post('/bucket/:bucket/empty', bucketEmpty(room));

  app.post('/object/list/:bucket', objectList(room));
  app.post('/object/move', objectMove(room));
  app.post('/object/copy', objectCopy(room));
  app.post('/object/sign/:bucket', objectSignMany(room));
  app.post('/object/sign/:bucket/:key{.+}', objectSign(room));
  app.post('/object/upload/sign/:bucket/:key{.+}', uploadSign(room));
  app.post('/object/:bucket/:key{.+}', objectUpload(room));
  app.put('/object/:bucket/:key{.+}', objectUpdate(room));
  app.delete('/object/:bucket', objectRemove(room));
  app.delete('/object/:bucket/:key{.+}', objectRemoveOne(room));
  app.get('/render/image/authenticated/:bucket/:key{.+}', renderAuthenticated(room));
  app.all('*', () => {
    throw new StorageFault('NoSuchRoute');
  });
  return app;
}

/** Takes a place among the processes that share the folder: the lock first, so that the place is never seen without it. */
async function joinStorage({ database, log, settings }: BackendParts): Promise<Bytes> {
  const processId = randomUUID();
  const parts: SettleParts = { folder: settings.storageFolder, processId, database, log };
  await holdLock(database.url, processLock(processId));
  const bytes = await openBytes(parts.folder, processId);
  await settleDeadProcesses(parts);
  setInterval(() => void settleDeadProcesses(parts), SETTLE_EVERY_MS).unref();
  return bytes;
}
