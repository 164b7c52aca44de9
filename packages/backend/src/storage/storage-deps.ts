import type { Locker } from '@tus/server';
import type { z } from 'zod';
import type { RequestContext } from '../database/as-caller.ts';
import type { BackendContext } from '../http/env.ts';
import { readJson } from '../http/body.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import type { BackendDeps } from '../deps.ts';
import type { Bytes } from './bytes/folder-bytes.ts';
import { StorageError } from './errors.ts';
import type { ReadPictureFormat } from './pictures/picture-formats.ts';
import type { Renderer } from './pictures/render-picture.ts';

/** The dependencies of the endpoints of this service. */
export type StorageDeps = Pick<BackendDeps, 'database' | 'keys' | 'log' | 'now'> & {
  bytes: Bytes;
  render: Renderer;
  pictureFormat: ReadPictureFormat;
  limitResumable: RateLimit;
  uploadLocker: Locker;
  /** As in BackendSettings. */
  pictureWidths: readonly number[];
};

/** The context of a request that policies may read. */
export function requestOf(c: BackendContext, readOnly = false): RequestContext {
  return { readOnly, method: c.req.method, path: c.req.path };
}

/** Reads and validates the JSON body. Throws StorageError `InvalidRequest` naming the first invalid field. */
export async function readStorageBody<T>(c: BackendContext, schema: z.ZodType<T>): Promise<T> {
  const { success, data, error } = schema.safeParse(await readJson(c));
  if (success) return data;
  const issue = error.issues[0];
  throw new StorageError('InvalidRequest', `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'invalid'}`);
}
