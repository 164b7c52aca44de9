import { Hono } from 'hono';
import { mountAuth } from './auth/routes.ts';
import type { BackendEnv } from './http/env.ts';
import { mountMail } from './mail/routes.ts';
import type { BackendDeps } from './deps.ts';
import { type Realtime, openRealtime } from './realtime/open-realtime.ts';
import type { ReadInProcess } from './rest/read-in-process.ts';
import { mountRest } from './rest/routes.ts';
import { mountStorage } from './storage/routes.ts';

/** `stop` ends what runs between requests. */
export type Backend = {
  app: Hono<BackendEnv>;
  readInProcess: ReadInProcess;
  realtime: Realtime;
  stop: () => Promise<void>;
};

/**
 * Creates the backend: each service at its own path. Throws when the schema cannot be read or the storage folder cannot
 * be written.
 */
export async function createBackend(deps: BackendDeps): Promise<Backend> {
  const app = new Hono<BackendEnv>();
  const rest = await mountRest(deps);
  app.route('/auth/v1', mountAuth(deps));
  app.route('/rest/v1', rest.routes);
  app.route('/storage/v1', await mountStorage(deps));
  app.route('/api/v1.0/email', mountMail(deps));
  const realtime = openRealtime(deps);
  app.route('/realtime/v1', realtime.routes);
  // Clients expect JSON, also for services of a hosted project that this backend does not have.
  app.notFound((c) => c.json({ code: 'not_found', message: 'This backend has no such service' }, 404));
  return { app, readInProcess: rest.readInProcess, realtime, stop: rest.stop };
}
