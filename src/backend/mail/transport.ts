/** A message taken from the outbox by this process, to be carried now. */
export type ClaimedMail = {
  id: string;
  kind: string;
  recipient: string;
  subject: string;
  text: string;
  html: string | null;
  replyTo: string | null;
  createdAt: Date;
  /** How many times it was taken on, this time included. */
  attempts: number;
  /** When the mail server first refused it, or null. */
  refusedAt: Date | null;
  /** How often it went out whole without an answer, before this attempt. */
  unansweredSends: number;
};

/**
 * How an attempt ended: `refused` with a permanent error about this message or recipient; `failed` for any other reason,
 * certainly not delivered; `unanswered` after the whole message went out, so that it may have arrived; `given-up` where
 * it was not tried, because that happened too often.
 */
export type DeliveryOutcome =
  | { kind: 'delivered' }
  | { kind: 'filed' }
  | { kind: 'refused' | 'failed' | 'unanswered' | 'given-up'; reason: string };

export type Attempt = {
  /** Ends the attempt. */
  signal: AbortSignal;
  /** To be awaited before the body goes out: from then on the message may arrive without our knowing. */
  beforeBody: () => Promise<void>;
};

/** Brings one message on its way. Never throws: whatever goes wrong is an outcome. */
export type MailTransport = {
  send: (mail: ClaimedMail, attempt: Attempt) => Promise<DeliveryOutcome>;
  /** Whether what it carried is done with; files only keep a message readable until there is a mail server. */
  delivers: boolean;
};
