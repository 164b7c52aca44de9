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
};

/** How carrying ended; `refused` is for good, `failed` will be tried again. */
export type Outcome =
  | { kind: 'delivered' }
  | { kind: 'filed' }
  | { kind: 'refused'; reason: string }
  | { kind: 'failed'; reason: string };

/** Brings one message on its way. Never throws: whatever goes wrong is an outcome. */
export type Carrier = {
  carry: (mail: ClaimedMail, signal: AbortSignal) => Promise<Outcome>;
  /** Whether what it carried is done with; files only keep a message readable until there is a mail server. */
  delivers: boolean;
};
