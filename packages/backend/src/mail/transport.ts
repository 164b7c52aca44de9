import type { SendMailOptions } from 'nodemailer';
import addressparser from 'nodemailer/lib/addressparser';

/** A message of the outbox that this process has claimed. */
export type ClaimedMail = {
  id: string;
  kind: string;
  recipient: string;
  subject: string;
  text: string;
  html: string | null;
  replyTo: string | null;
  createdAt: Date;
  /** The number of attempts, including this one. */
  attempts: number;
  /** When the mail server first rejected it, or null. */
  rejectedAt: Date | null;
  /** How often it was sent without a response, before this attempt. */
  unansweredSends: number;
};

/**
 * The outcome of an attempt. `rejected`: a permanent error about this message or recipient. `failed`: any other error;
 * certainly not delivered. `unanswered`: no response after the whole message was sent, so it may have arrived.
 * `given-up`: not tried, because it was sent too often.
 */
export type DeliveryOutcome =
  | { kind: 'delivered' }
  | { kind: 'written-to-file' }
  | { kind: 'rejected' | 'failed' | 'unanswered' | 'given-up'; reason: string };

type Attempt = {
  /** Aborts the attempt. */
  signal: AbortSignal;
  /** To be awaited before the body is sent: from then on the message may arrive without confirmation. */
  beforeBody: () => Promise<void>;
};

/** Sends one message. Never throws: errors are outcomes. */
export type MailTransport = {
  send: (mail: ClaimedMail, attempt: Attempt) => Promise<DeliveryOutcome>;
  /** Whether a sent message is done. Files only keep a message readable until there is a mail server. */
  delivers: boolean;
};

/** Loaded for the first message: a process that has sent none takes less memory and starts sooner. */
export const loadNodemailer = () => import('nodemailer');

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
