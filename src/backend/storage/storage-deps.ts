import type { z } from 'zod';
import type { RequestContext } from '../database/as-caller.ts';
import type { BackendContext } from '../http/env.ts';
import { readJson } from '../http/body.ts';
import type { BackendDeps } from '../deps.ts';
import type { Bytes } from './bytes.ts';
import { StorageError } from './errors.ts';
import type { Renderer } from './render-picture.ts';

/** What every endpoint of this service is given. */
export type StorageDeps = Pick<BackendDeps, 'database' | 'keys' | 'log' | 'now'> & { bytes: Bytes; render: Renderer };

/** What policies may read of a request. */
export function requestOf(c: BackendContext, readOnly = false): RequestContext {
  return { readOnly, method: c.req.method, path: c.req.path };
}

/** Reads the JSON body and checks it; throws StorageError `InvalidRequest` naming the first field that is wrong. */
export async function readStorageBody<T>(c: BackendContext, schema: z.ZodType<T>): Promise<T> {
  const { success, data, error } = schema.safeParse(await readJson(c));
  if (success) return data;
  const issue = error.issues[0];
  throw new StorageError('InvalidRequest', `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'invalid'}`);
}
