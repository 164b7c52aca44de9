import type { SendMailOptions } from 'nodemailer';
import addressparser from 'nodemailer/lib/addressparser';
import type { ClaimedMail } from './transport.ts';

/** A message that no mail server could take, because its recipient is not one address. */
export class UnsendableMail extends Error {}

/**
 * Makes nodemailer's message of a row. The Message-ID is made from the row's id alone, so that a message sent twice
 * (a crash between the server's OK and ours) can be recognised by the receiving side. Throws UnsendableMail.
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
    // RFC 3834: tells holiday responders not to answer. An enquiry is a person's and wants an answer.
    headers: mail.kind === 'enquiry' ? {} : { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** A comma or a bracket in what should be one address would send the message to somebody else. */
function oneAddress(recipient: string): { name: string; address: string } {
  const [only, ...others] = addressparser(recipient, { flatten: true });
  if (!only?.address.includes('@') || others.length > 0) throw new UnsendableMail('The recipient is not one address.');
  return { name: only.name, address: only.address };
}

function domainOf(from: string): string {
  const address = addressparser(from, { flatten: true })[0]?.address ?? '';
  return /^[\w.-]+$/.exec(address.slice(address.lastIndexOf('@') + 1))?.[0] ?? 'localhost';
}
