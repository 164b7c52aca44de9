import type { BackendContext, Endpoint } from '#backend/http/env.ts';
import { countOutbox, listUndelivered, readUndeliveredEnquiry } from '#backend/mail/undelivered.ts';
import { sendTestMail } from '#backend/mail/smtp-transport.ts';
import { makeDue } from '#backend/mail/outbox-table.ts';
import { describeMailError } from '#operations/diagnosis/site-checks.ts';
import type { UndeliveredMail, WaitingEnquiry } from '#contract/system.ts';
import type { SystemDeps } from './backups.ts';
import { SystemError } from './errors.ts';

const MAX_LISTED = 100;
/** A test goes to the caller only. The limit keeps repeated tests below the mail server's own limit. */
const TESTS_PER_ACCOUNT = { points: 5, seconds: 10 * 60 };

/** GET /mail: the oldest messages that have not been delivered, without their text, and how many there are. */
export async function answerMailList({ database }: SystemDeps, c: BackendContext): Promise<Response> {
  const [rows, { undelivered: total }] = await Promise.all([
    listUndelivered(database, MAX_LISTED),
    countOutbox(database),
  ]);
  return c.json({ rows: rows satisfies UndeliveredMail[], total });
}

/** GET /mail/:id: the text of an enquiry that has not been delivered. Throws SystemError `mail_not_waiting` for others. */
export async function answerWaitingEnquiry({ database }: SystemDeps, c: BackendContext): Promise<Response> {
  const enquiry = await readUndeliveredEnquiry(database, c.req.param('id') ?? '');
  if (enquiry === null) throw new SystemError('mail_not_waiting');
  return c.json(enquiry satisfies WaitingEnquiry);
}

/** POST /mail/:id/retry: makes one message, or `all`, due now. Throws SystemError `mail_not_waiting`. */
export async function answerMailRetry({ database, outbox, now }: SystemDeps, c: BackendContext): Promise<Response> {
  const id = c.req.param('id') ?? '';
  const due = await makeDue(database, id, now());
  if (due === 0 && id !== 'all') throw new SystemError('mail_not_waiting');
  outbox.wake();
  return c.json({ due });
}

/**
 * POST /mail/test: sends a test message to the caller's own address, past the outbox. `error` is null when the mail
 * server took it. Throws SystemError `no_mail_server` and `no_address`, RequestError `too_many_requests`.
 */
export function answerMailTest({ settings, openRateLimit }: SystemDeps): Endpoint {
  const limit = openRateLimit('mail/test', TESTS_PER_ACCOUNT);
  return async (c) => {
    const { sub, email: to } = c.var.caller.claims;
    const { smtpUrl, from } = settings.mail;
    if (smtpUrl === null) throw new SystemError('no_mail_server');
    if (typeof to !== 'string' || to === '') throw new SystemError('no_address');
    await limit.take(String(sub));
    const error = await sendTestMail({ smtpUrl, from }, to, settings.siteUrl);
    const found = error && describeMailError(new URL(smtpUrl).host, error);
    return c.json({ to, error: found && { says: found.says, remedy: found.remedy } });
  };
}
