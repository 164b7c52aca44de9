import { Hono } from 'hono';
import { mountAuth } from './auth/routes.ts';
import type { BackendEnv } from './http/env.ts';
import { mountMail } from './mail/emailjs.ts';
import type { BackendDeps } from './deps.ts';
import { mountRest } from './rest/routes.ts';
import { mountStorage } from './storage/routes.ts';

/** The service house: every service of the wire at its own path. */
export async function createBackend(parts: BackendDeps): Promise<Hono<BackendEnv>> {
  const app = new Hono<BackendEnv>();
  app.route('/auth/v1', mountAuth(parts));
  app.route('/rest/v1', await mountRest(parts));
  app.route('/storage/v1', await mountStorage(parts));
  app.route('/api/v1.0/email', mountMail(parts));
  // Clients of the wire read JSON, also where a hosted project has a service that this house has not.
  app.notFound((c) => c.json({ code: 'not_found', message: 'This backend has no such service' }, 404));
  return app;
}
