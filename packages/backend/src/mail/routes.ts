import { Hono } from 'hono';
import { asBackend } from '../database/as-caller.ts';
import type { BackendDeps, EmailJsTemplate } from '../deps.ts';
import { parseJson, readText } from '../http/body.ts';
import { addressKey } from '../http/client-address.ts';
import { allowAnyOrigin } from '../http/cors.ts';
import type { BackendEnv, Endpoint } from '../http/env.ts';
import { shareRequests } from '../http/share-requests.ts';
import { MailError, renderError } from './errors.ts';

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

/** EmailJS's limit of a request (protocol.md 5). */
export const SEND_MAX_BYTES = 50 * 1024;
/** More than the people of one office send, far less than a program would. */
export const SENDS_PER_ADDRESS = { points: 20, seconds: 10 * 60 };

/** POST /send: `OK` after the commit that puts the message into the outbox, once for each recipient. */
function answerSend({ database, outbox, settings, openRateLimit }: BackendDeps): Endpoint {
  const limit = openRateLimit('mail/send', SENDS_PER_ADDRESS);
  return async (c) => {
    await limit.take(addressKey(c.env.clientAddress));
    const { emailjs, enquiriesTo } = settings.mail;
    const variables = readSendRequest(await readText(c, SEND_MAX_BYTES), emailjs);
    const mails = await Promise.all(
      enquiriesTo.map(async (to, index) => ({
        ...(await emailjs.compose(variables, to)),
        recipientNumber: index + 1,
      })),
    );
    await asBackend(database, async (query) => {
      for (const mail of mails) await outbox.enqueue(query, mail);
    });
    outbox.wake();
    return c.text('OK');
  };
}

/**
 * Parses the body of EmailJS's `send` and returns the variables for the template, which checks them. Throws MailError
 * (protocol.md 5), or RequestError `bad_json`.
 */
export function readSendRequest(
  body: string,
  expected: Pick<EmailJsTemplate, 'publicKey' | 'serviceId' | 'templateId'>,
): Record<string, unknown> {
  const request = asObject(parseJson(body), 'body_not_object');
  requireId(request, 'user_id', [expected.publicKey], 'public_key_invalid');
  // In EmailJS `default_service` is the account's only or preferred service.
  requireId(request, 'service_id', [expected.serviceId, 'default_service'], 'service_not_found');
  requireId(request, 'template_id', [expected.templateId], 'template_not_found');
  return asObject(request['template_params'] ?? {}, 'template_params_invalid');
}

function asObject(value: unknown, otherwise: 'body_not_object' | 'template_params_invalid'): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new MailError(otherwise);
}

function requireId(
  request: Record<string, unknown>,
  field: string,
  accepted: readonly string[],
  otherwise: 'public_key_invalid' | 'service_not_found' | 'template_not_found',
): void {
  const id = request[field];
  if (id === undefined || id === null || id === '') throw new MailError('parameter_required', field);
  if (typeof id !== 'string' || !accepted.includes(id)) throw new MailError(otherwise);
}
