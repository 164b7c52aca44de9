import { type NodemailerError, createTransport } from 'nodemailer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import type { MailSettings } from '../deps.ts';

/** A person waits for the answer, so these are shorter than those of deliveries, in milliseconds. */
const TIMEOUTS = { dnsTimeout: 5_000, connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 12_000 };
const REASON_MAX_LENGTH = 500;

/** Why the mail server could not be used; `code` is nodemailer's, such as `EAUTH` and `ETIMEDOUT`. */
export type MailServerError = { code: string; reason: string };

/** Connects and signs in as deliveries do, and sends nothing. Returns null when the server accepts the site. */
export async function tryMailServer(smtpUrl: string): Promise<MailServerError | null> {
  const transport = createTransport({ ...TIMEOUTS, ...parseConnectionUrl(smtpUrl), pool: false as const });
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return describe(error as NodemailerError);
  }
}

/** Sends a test message past the outbox. Returns null when the server has accepted it. */
export async function sendTestMail(
  { smtpUrl, from }: Pick<MailSettings, 'from'> & { smtpUrl: string },
  to: string,
  siteUrl: string,
): Promise<MailServerError | null> {
  const transport = createTransport({ ...TIMEOUTS, ...parseConnectionUrl(smtpUrl), pool: false as const });
  try {
    await transport.sendMail({
      from,
      to,
      subject: 'Test message of the website',
      text: `This message tests the mail of ${siteUrl}. It arrived, so mail of the site can be sent.\n`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return null;
  } catch (error) {
    return describe(error as NodemailerError);
  }
}

function describe({ code, message }: NodemailerError): MailServerError {
  return { code: code ?? '', reason: message.replaceAll(/\s+/g, ' ').slice(0, REASON_MAX_LENGTH) };
}
