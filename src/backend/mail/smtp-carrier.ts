import { createTransport, type NodemailerError } from 'nodemailer';
import type { MailSettings } from '../parts.ts';
import type { Carrier, Outcome } from './carrier.ts';
import { composeMessage, UnsendableMail } from './compose-message.ts';
import { removeFile } from './file-carrier.ts';

/** Each step of the conversation; the delivery as a whole is limited by the signal it is given. */
const TIMEOUTS = { dnsTimeout: 15_000, connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 45_000 };

/** Sends over the SMTP server at `url` (smtp:// or smtps://, with user and password in it). Throws on a bad address. */
export function createSmtpCarrier(url: string, settings: Pick<MailSettings, 'from' | 'outboxFolder'>): Carrier {
  requireSmtpAddress(url);
  const transport = createTransport({ url, ...TIMEOUTS });
  return {
    delivers: true,
    carry: async (mail, signal) => {
      try {
        await transport.sendMail({ ...composeMessage(mail, settings.from), signal });
      } catch (error) {
        return outcomeOf(error as NodemailerError);
      }
      await removeFile(settings.outboxFolder, mail);
      return { kind: 'delivered' };
    },
  };
}

/**
 * Only an answer about this recipient or this message is final. A 5xx to the greeting, the login or the sender speaks
 * of our settings, which the operator can put right: what waits must then still go out.
 */
function outcomeOf(error: NodemailerError): Outcome {
  const reason = [error.code, error.message].filter(Boolean).join(': ').slice(0, 500);
  const isAboutMessage = error.command === 'RCPT TO' || error.command === 'DATA';
  const isFinal = error instanceof UnsendableMail || (error.permanent === true && isAboutMessage);
  return { kind: isFinal ? 'refused' : 'failed', reason };
}

/** The address holds a password, so it is not repeated in the error. */
function requireSmtpAddress(url: string): void {
  const protocol = URL.canParse(url) ? new URL(url).protocol : '';
  if (protocol !== 'smtp:' && protocol !== 'smtps:') {
    throw new Error('SMTP_URL must look like smtp://user:password@host:587 or smtps://user:password@host:465.');
  }
}
