import type { SendMailOptions } from 'nodemailer';
import addressparser from 'nodemailer/lib/addressparser';
import type { ClaimedMail } from './transport.ts';

/** A message that cannot be sent, because its recipient is not a single address. */
export class UnsendableMail extends Error {}

/**
 * Converts a row to nodemailer's message. The Message-ID depends only on the row's id, so that the receiving server can
 * recognise a message that was sent twice (a crash between its response and our commit). Throws UnsendableMail.
 */
export function composeMessage(mail: ClaimedMail, from: string): SendMailOptions {
  return {
    from,
    to: oneAddress(mail.recipient),
    ...(mail.replyTo === null ? {} : { replyTo: { name: '', address: mail.replyTo } }),
    subject: mail.subject,
    text: mail.text,
    ...(mail.html === null ? {} : { html: mail.html }),
    date: mail.createdAt,
    messageId: `<${mail.id}@${domainOf(from)}>`,
    // RFC 3834: suppresses automatic replies. Enquiries are written by persons and may be answered.
    headers: mail.kind === 'enquiry' ? {} : { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Several addresses would send the message to somebody else. */
function oneAddress(recipient: string): { name: string; address: string } {
  const [only, ...others] = addressparser(recipient, { flatten: true });
  if (!only?.address.includes('@') || others.length > 0) throw new UnsendableMail('The recipient is not one address.');
  return { name: only.name, address: only.address };
}

function domainOf(from: string): string {
  const address = addressparser(from, { flatten: true })[0]?.address ?? '';
  return /^[\w.-]+$/.exec(address.slice(address.lastIndexOf('@') + 1))?.[0] ?? 'localhost';
}
