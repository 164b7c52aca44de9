import { randomUUID } from 'node:crypto';
import type { RunQuery } from '../database/connect.ts';
import type { BackendDeps, MailSettings } from '../deps.ts';
import type { MailTransport } from './transport.ts';
import { createDelivery, type DeliveryDeps } from './delivery.ts';
import { createFileTransport } from './file-transport.ts';
import { insertMail } from './ledger.ts';
import { makeDue } from './retry.ts';
import { createSmtpTransport, type SMTP_TIMEOUTS } from './smtp-transport.ts';

/** One message to one recipient, as it will be sent. */
export type OutgoingMail = {
  to: string;
  /** Which address of ENQUIRIES_TO `to` is, counted from 1: when the setting is corrected, the message follows it. */
  recipientNumber?: number;
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
  /**
   * Says that something may be waiting. The first call begins the delivery, which then runs by itself, with retries.
   * Call it after the commit.
   */
  wake: () => void;
  /** Tries everything that has not arrived, once, also what was given up, and resolves when each attempt has ended. */
  flush: () => Promise<void>;
  /** Lets running deliveries end and stops. What is undelivered stays in the outbox. */
  stop: () => Promise<void>;
};

/**
 * Opens the outbox of this process, which delivers what waits in it once it is woken: by SMTP, or, without an SMTP
 * address, as files under the outbox folder. Several processes may share one outbox. Throws when the SMTP address cannot
 * be read. `timeouts` (milliseconds) and `limits` stand in for those of smtp-transport.ts and conversations.ts.
 */
export function createOutbox(
  parts: Pick<BackendDeps, 'database' | 'log' | 'now'> & {
    settings: MailSettings;
    timeouts?: Partial<typeof SMTP_TIMEOUTS>;
    limits?: DeliveryDeps['limits'];
  },
): Outbox {
  const delivery = createDelivery({ ...parts, transport: chooseTransport(parts) });
  return {
    enqueue: async (query, mail) => {
      const id = randomUUID();
      await insertMail(query, id, mail, parts.now());
      return { id };
    },
    wake: delivery.wake,
    flush: async () => {
      await makeDue(parts.database, 'all', parts.now());
      delivery.wake();
      await delivery.idle();
    },
    stop: delivery.stop,
  };
}

function chooseTransport({
  settings,
  log,
  timeouts,
}: Pick<BackendDeps, 'log'> & { settings: MailSettings; timeouts?: Partial<typeof SMTP_TIMEOUTS> }): MailTransport {
  if (settings.smtpUrl === null) return createFileTransport(settings, log);
  return createSmtpTransport(settings.smtpUrl, settings, timeouts);
}
