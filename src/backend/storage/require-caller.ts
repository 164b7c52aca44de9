import { createMiddleware } from 'hono/factory';
import type { BackendEnv } from '../http/env.ts';
import { StorageFault } from './errors.ts';

/** Lets only requests with a bearer token pass, the API key being one; throws StorageFault `MissingAuthorization`. */
export const requireCaller = createMiddleware<BackendEnv>(async (c, next) => {
  if (c.var.bearer === null) throw new StorageFault('MissingAuthorization');
  await next();
});
