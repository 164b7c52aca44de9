import { Readable } from 'node:stream';
import { createTransport, type NodemailerError } from 'nodemailer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import type { MailSettings } from '../deps.ts';
import type { MailTransport, DeliveryOutcome } from './transport.ts';
import { composeMessage, UnsendableMail } from './compose-message.ts';
import { removeFile } from './file-transport.ts';
import { isSmtpUrl, SMTP_URL_FORM } from './smtp-url.ts';

const MINUTE_MS = 60_000;
const REASON_MAX_LENGTH = 500;

/**
 * How long each step may take, at least what RFC 5321 4.5.3.2 asks for: 5 minutes for the greeting and 10 for the
 * answer to the body. nodemailer has one limit for every answer after the greeting, so the longest serves for all.
 */
export const SMTP_TIMEOUTS = {
  dnsTimeout: 15_000,
  greetingTimeout: 5 * MINUTE_MS,
  /** From the start of the connection to the greeting. */
  connectionTimeout: 5.5 * MINUTE_MS,
  socketTimeout: 10 * MINUTE_MS,
};

/** Sends over the SMTP server at `url` (smtp:// or smtps://, with user and password in it). Throws on a bad address. */
export function createSmtpTransport(
  url: string,
  settings: Pick<MailSettings, 'from' | 'outboxFolder'>,
  timeouts: Partial<typeof SMTP_TIMEOUTS> = {},
): MailTransport {
  if (!isSmtpUrl(url)) throw new Error(`SMTP_URL cannot be read. Write ${SMTP_URL_FORM}.`);
  // One connection a message: `pool` in the URL would keep them open.
  const options = { ...SMTP_TIMEOUTS, ...timeouts, ...parseConnectionUrl(url), pool: false as const };
  return {
    delivers: true,
    send: async (mail, { signal, beforeBody }) => {
      const body = { isSent: false };
      try {
        const transport = createTransport(options);
        transport.use('stream', ({ message }, done) => {
          const source = message.createReadStream.bind(message);
          message.createReadStream = (...args) =>
            Readable.from(watchBody(source(...args), beforeBody, body), { objectMode: false });
          done();
        });
        await transport.sendMail({ ...composeMessage(mail, settings.from), signal });
      } catch (error) {
        return outcomeOf(error as NodemailerError, body.isSent);
      }
      await removeFile(settings.outboxFolder, mail);
      return { kind: 'delivered' };
    },
  };
}

/** The bytes of the message. nodemailer begins to read them when the server has accepted DATA, and then sends the end. */
async function* watchBody(
  source: Readable,
  beforeBody: () => Promise<void>,
  body: { isSent: boolean },
): AsyncGenerator<Buffer> {
  await beforeBody();
  for await (const chunk of source) yield chunk as Buffer;
  body.isSent = true;
}

/**
 * A permanent error about this recipient or this message is a refusal. A 5xx to the greeting, the login or the sender
 * speaks of our settings: it is tried again like any failure. Without an answer to the body nobody knows.
 */
function outcomeOf(error: NodemailerError, isBodySent: boolean): DeliveryOutcome {
  const reason = [error.code, error.message].filter(Boolean).join(': ').slice(0, REASON_MAX_LENGTH);
  const isAboutMessage = error.command === 'RCPT TO' || error.command === 'DATA';
  if (error instanceof UnsendableMail || (error.permanent === true && isAboutMessage)) {
    return { kind: 'refused', reason };
  }
  if (isBodySent && !error.responseCode) return { kind: 'unanswered', reason: `${UNANSWERED} (${reason})` };
  return { kind: 'failed', reason };
}

const UNANSWERED = 'The mail server took the whole message and did not answer: it may have arrived.';
