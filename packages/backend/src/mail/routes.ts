import { Hono } from 'hono';
import { allowAnyOrigin } from '../http/cors.ts';
import type { BackendEnv } from '../http/env.ts';
import { shareRequests } from '../http/share-requests.ts';
import type { BackendDeps } from '../deps.ts';
import { renderError } from './render-error.ts';
import { answerSend } from './send.ts';

/**
 * The mail service, EmailJS's wire, with paths relative to `/api/v1.0/email` (protocol.md 5). It allows every origin, as
 * EmailJS does: it reads no cookie, so a request of another site's page has no more rights than one of any program.
 * Writes its own errors.
 */
export function mountMail(deps: BackendDeps): Hono<BackendEnv> {
  const app = new Hono<BackendEnv>();
  app.use(allowAnyOrigin(), shareRequests(deps, 'mail'));
  app.post('/send', answerSend({ ...deps, database: deps.database.poolFor('mail') }));
  app.onError((error, c) =>
    renderError(c, error, (cause) => deps.log.error({ err: cause }, 'An enquiry could not be accepted.')),
  );
  return app;
}
