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

export type Attempt = {
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
