import { Readable } from 'node:stream';
import type { NodemailerError, Transporter } from 'nodemailer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import type { MailSettings } from '../deps.ts';
import { isLoopback } from '../http/client-address.ts';
import { removeFile } from './file-transport.ts';
import {
  type DeliveryOutcome,
  type MailTransport,
  UnsendableMail,
  composeMessage,
  loadNodemailer,
} from './transport.ts';

const MINUTE_MS = 60_000;
const REASON_MAX_LENGTH = 500;

/**
 * Timeouts in milliseconds, at least those of RFC 5321 4.5.3.2: 5 minutes for the greeting and 10 for the response to
 * the body. nodemailer has one timeout for all responses after the greeting, so the longest applies.
 */
export const SMTP_TIMEOUTS = {
  dnsTimeout: 15_000,
  greetingTimeout: 5 * MINUTE_MS,
  /** From the start of the connection to the greeting. */
  connectionTimeout: 5.5 * MINUTE_MS,
  socketTimeout: 10 * MINUTE_MS,
};

/** Sends through the SMTP server at `url` (smtp:// or smtps://, with user and password). Throws for an invalid URL. */
export function createSmtpTransport(
  url: string,
  settings: Pick<MailSettings, 'from' | 'outboxFolder'>,
  timeouts: Partial<typeof SMTP_TIMEOUTS> = {},
): MailTransport {
  if (!isSmtpUrl(url)) throw new Error(`SMTP_URL cannot be read. Write ${SMTP_URL_FORM}.`);
  const options = { ...SMTP_TIMEOUTS, ...timeouts, ...optionsOf(url) };
  return {
    delivers: true,
    send: async (mail, { signal, beforeBody }) => {
      const body = { isSent: false };
      try {
        const { createTransport } = await loadNodemailer();
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

/**
 * nodemailer's options for the server at `url`. A password is sent to another machine over TLS only: whoever removes
 * STARTTLS from the server's answer must not get it. `?requireTLS=false` in the URL allows it without.
 */
function optionsOf(url: string) {
  const { hostname, password } = new URL(url);
  const requireTLS = password !== '' && !isLoopback(hostname);
  // One connection per message: `pool` in the URL would keep connections open.
  return { requireTLS, ...parseConnectionUrl(url), pool: false as const };
}

/** Yields the bytes of the message. nodemailer starts to read when the server has accepted DATA. */
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
 * A permanent error about this recipient or message is a rejection. A 5xx to the greeting, the login or the sender is
 * an error of the settings and is retried. When the response to the body is missing, the outcome is unknown.
 */
function outcomeOf(error: NodemailerError, isBodySent: boolean): DeliveryOutcome {
  const reason = oneLine([error.code, error.message].filter(Boolean).join(': '));
  const isAboutMessage = error.command === 'RCPT TO' || error.command === 'DATA';
  if (error instanceof UnsendableMail || (error.permanent === true && isAboutMessage)) {
    return { kind: 'rejected', reason };
  }
  if (isBodySent && !error.responseCode) return { kind: 'unanswered', reason: `${UNANSWERED} (${reason})` };
  return { kind: 'failed', reason };
}

/** A server may answer in several lines, and with NUL, which PostgreSQL cannot store. */
function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').slice(0, REASON_MAX_LENGTH);
}

const UNANSWERED = 'The mail server took the whole message and did not answer: it may have arrived.';

/** The form of SMTP_URL, for error messages, which must not repeat the value: it contains a password. */
export const SMTP_URL_FORM =
  'smtp://user:password@host:587 or smtps://user:password@host:465; in user and password, write @ as %40, # as %23, / as %2F, ? as %3F and % as %25';

/**
 * Whether the text is the URL of a mail server. A password with an unescaped `#`, `/` or `?` ends the host of the URL
 * early, and the password would be taken for host and port; such a URL is rejected.
 */
export function isSmtpUrl(text: string): boolean {
  if (!/^smtps?:\/\/./.test(text) || !URL.canParse(text)) return false;
  const { hostname, pathname, search, hash } = new URL(text);
  return hostname !== '' && hash === '' && (pathname === '' || pathname === '/') && !search.includes('@');
}

/** A person waits for the answer, so these are shorter than those of deliveries, in milliseconds. */
const TIMEOUTS = { dnsTimeout: 5_000, connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 12_000 };

/** Why the mail server could not be used; `code` is nodemailer's, such as `EAUTH` and `ETIMEDOUT`. */
export type MailServerError = { code: string; reason: string };

/** Connects and signs in as deliveries do, and sends nothing. Returns null when the server accepts the site. */
export function tryMailServer(smtpUrl: string): Promise<MailServerError | null> {
  return tryTransport(smtpUrl, (transport) => transport.verify());
}

/** Sends a test message past the outbox. Returns null when the server has accepted it. */
export function sendTestMail(
  { smtpUrl, from }: Pick<MailSettings, 'from'> & { smtpUrl: string },
  to: string,
  siteUrl: string,
): Promise<MailServerError | null> {
  const mail = {
    from,
    to,
    subject: 'Test message of the website',
    text: `This message tests the mail of ${siteUrl}. It arrived, so mail of the site can be sent.\n`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return tryTransport(smtpUrl, (transport) => transport.sendMail(mail));
}

async function tryTransport(
  smtpUrl: string,
  work: (transport: Transporter) => Promise<unknown>,
): Promise<MailServerError | null> {
  const { createTransport } = await loadNodemailer();
  try {
    await work(createTransport({ ...TIMEOUTS, ...optionsOf(smtpUrl) }));
    return null;
  } catch (error) {
    const { code = '', message } = error as NodemailerError;
    return { code, reason: oneLine(message) };
  }
}
