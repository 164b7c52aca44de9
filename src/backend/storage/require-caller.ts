import { createMiddleware } from 'hono/factory';
import type { BackendEnv } from '../http/env.ts';
import { StorageError } from './errors.ts';

/** Lets only requests with a bearer token pass, the API key being one; throws StorageError `MissingAuthorization`. */
export const requireCaller = createMiddleware<BackendEnv>(async (c, next) => {
  if (c.var.bearer === null) throw new StorageError('MissingAuthorization');
  await next();
});
