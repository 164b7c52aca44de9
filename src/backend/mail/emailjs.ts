import { type Context, Hono } from 'hono';
import { allowAnyOrigin } from '../http/cors.ts';
import { RETRY_AFTER_S, isReported, isUnavailable } from '../database/unavailable.ts';
import type { BackendEnv } from '../http/env.ts';
import { RequestError } from '../http/errors.ts';
import type { BackendDeps } from '../deps.ts';
import { BadSendRequest } from './read-send-request.ts';
import { answerSend } from './send.ts';

/**
 * EmailJS's wire, to be mounted at `/api/v1.0/email`. Like the original it serves every origin: it reads no cookie, and
 * what a foreign page could send, any program could send too. Errors are one line of text (protocol.md 5).
 */
export function mountMail(parts: BackendDeps): Hono<BackendEnv> {
  const app = new Hono<BackendEnv>();
  app.use(allowAnyOrigin());
  app.post('/send', answerSend({ ...parts, database: parts.database.share('mail') }));
  app.onError((error, c) => renderError(error, c, parts));
  return app;
}

function renderError(error: Error, c: Context, { log }: Pick<BackendDeps, 'log'>): Response {
  if (error instanceof BadSendRequest) return c.text(error.message, 400);
  if (error instanceof RequestError) {
    if (error.retryAfter !== null) c.header('Retry-After', String(error.retryAfter));
    return c.text(TEXTS[error.kind] ?? error.message, error.status);
  }
  if (!isReported(error)) log.error({ err: error }, 'An enquiry could not be accepted.');
  if (!isUnavailable(error)) return c.text('The message could not be accepted', 500);
  c.header('Retry-After', String(RETRY_AFTER_S));
  return c.text('The message could not be accepted, please try again', 503);
}

const TEXTS: Partial<Record<RequestError['kind'], string>> = {
  body_too_large: 'The variables exceed the limit of 50 kB',
  too_many_requests: 'Too Many Requests',
};
