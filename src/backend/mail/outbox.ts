import { randomUUID } from 'node:crypto';
import type { RunQuery } from '../database/connect.ts';
import type { BackendParts, MailSettings } from '../parts.ts';
import type { Carrier } from './carrier.ts';
import { startDelivery } from './delivery.ts';
import { createFileCarrier } from './file-carrier.ts';
import { insertMail } from './ledger.ts';
import { createSmtpCarrier } from './smtp-carrier.ts';

/** One message to one recipient, as it will be sent. */
export type OutgoingMail = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  replyTo?: string;
  /** What it is, for the operator's list and the log: `enquiry`, `confirmation`, `recovery` … */
  kind: string;
};

/** The door of the mail room for the other services. */
export type Outbox = {
  /**
   * Writes the message into the outbox inside the caller's own elevated transaction, so that an account and its
   * confirmation mail are kept together or not at all. Delivery starts after `wake`.
   */
  enqueue: (query: RunQuery, mail: OutgoingMail) => Promise<{ id: string }>;
  /** Says that something may be waiting; delivery runs by itself, with retries. Call it after the commit. */
  wake: () => void;
  /** Lets running deliveries end and stops. What is undelivered stays in the outbox. */
  stop: () => Promise<void>;
};

/**
 * Opens the outbox of this process and begins to deliver what waits in it: by SMTP, or, without an SMTP address, as
 * files under the outbox folder. Several processes may share one outbox. Throws when the SMTP address cannot be read.
 */
export function createOutbox(
  parts: Pick<BackendParts, 'database' | 'log' | 'now'> & { settings: MailSettings },
): Outbox {
  const delivery = startDelivery({ ...parts, carrier: chooseCarrier(parts) });
  return {
    enqueue: async (query, mail) => {
      const id = randomUUID();
      await insertMail(query, id, mail, parts.now());
      return { id };
    },
    wake: delivery.wake,
    stop: delivery.stop,
  };
}

function chooseCarrier({ settings, log }: { settings: MailSettings; log: BackendParts['log'] }): Carrier {
  if (settings.smtpUrl === null) return createFileCarrier(settings, log);
  return createSmtpCarrier(settings.smtpUrl, settings);
}
