import type { MailSettings } from '#backend/deps.ts';
import { type MailServerError, tryMailServer } from '#backend/mail/mail-server.ts';
import { type Verdict, bad, good, warning } from '../finding.ts';

/** Connects to the mail server and signs in, and sends nothing. Never throws. */
export async function checkMailServer({ smtpUrl }: Pick<MailSettings, 'smtpUrl'>): Promise<Verdict> {
  if (smtpUrl === null) {
    return warning(
      'SMTP_URL is not set: no message leaves the site. They are kept.',
      'Set SMTP_URL to the mail server: smtp://user:password@host:587. What is kept is sent at the next start.',
    );
  }
  const { host } = new URL(smtpUrl);
  const error = await tryMailServer(smtpUrl);
  return error === null ? good(`${host} accepts the site.`) : describeMailError(host, error);
}

/** An error of the mail server in words. The codes are nodemailer's (nodemailer/lib/errors). */
export function describeMailError(host: string, { code, reason }: MailServerError): Verdict {
  return bad(`${host} cannot be used: ${reason}`, remedyFor(code));
}

function remedyFor(code: string): string {
  if (code === 'EAUTH' || code === 'ENOAUTH' || code === 'EOAUTH2') {
    return 'Check user and password in SMTP_URL, with special characters percent-encoded.';
  }
  if (code === 'EDNS') return 'Check the name of the mail server in SMTP_URL.';
  if (code === 'ETLS')
    return 'Check the certificate of the mail server, and whether SMTP_URL needs smtps:// or smtp://.';
  if (code === 'EENVELOPE') return 'Check MAIL_FROM, and whether the mail server lets this user send from it.';
  return 'Check host and port in SMTP_URL, and whether this machine may connect to them.';
}
