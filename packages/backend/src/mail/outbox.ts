import type { RunQuery } from '../database/connect.ts';
import type { BackendDeps, MailSettings } from '../deps.ts';
import { createDelivery, type DeliveryDeps } from './delivery.ts';
import { createFileTransport } from './file-transport.ts';
import { insertMail, makeDue } from './outbox-table.ts';
import { createSmtpTransport, type SMTP_TIMEOUTS } from './smtp-transport.ts';

/** One message to one recipient. */
export type OutgoingMail = {
  to: string;
  /**
   * The position of `to` in ENQUIRIES_TO, counted from 1. After a change of the setting the message goes to the new
   * address at this position.
   */
  recipientNumber?: number;
  subject: string;
  text: string;
  html?: string;
  replyTo?: string;
  /** The kind of message, for the operator's list and the log: `enquiry`, `confirmation`, `recovery` … */
  kind: string;
};

/** The outbox, for the other services. */
export type Outbox = {
  /**
   * Writes the message in the caller's transaction (`asBackend`), so that an account and its confirmation mail are
   * committed together. Call `wake` after the commit.
   */
  enqueue: (query: RunQuery, mail: OutgoingMail) => Promise<{ id: string }>;
  /** Tells the delivery that a message may be due. The first call starts the delivery. Call it after the commit. */
  wake: () => void;
  /** Tries all undelivered messages once, including those given up. Resolves when every attempt has ended. */
  flush: () => Promise<void>;
  /** Waits for running deliveries, then stops. Undelivered messages stay in the outbox. */
  stop: () => Promise<void>;
};

/**
 * Opens the outbox of this process. Messages are sent by SMTP or, without an SMTP address, written as files to the
 * outbox folder. Several processes may share one outbox. `timeouts` (milliseconds) and `limits` override those of
 * smtp-transport.ts and conversations.ts; `reports` says whom undeliverable messages are reported to. Throws when the SMTP address is invalid.
 */
export function createOutbox(
  deps: Pick<BackendDeps, 'database' | 'log' | 'now'> & {
    settings: MailSettings;
    timeouts?: Partial<typeof SMTP_TIMEOUTS>;
    limits?: DeliveryDeps['limits'];
    reports?: DeliveryDeps['reports'];
  },
): Outbox {
  const { settings, log, timeouts } = deps;
  const transport =
    settings.smtpUrl === null
      ? createFileTransport(settings, log)
      : createSmtpTransport(settings.smtpUrl, settings, timeouts);
  const delivery = createDelivery({ ...deps, transport });
  return {
    enqueue: enqueueMail(deps.now),
    wake: delivery.wake,
    flush: async () => {
      await makeDue(deps.database, 'all', deps.now());
      delivery.wake();
      await delivery.idle();
    },
    stop: delivery.stop,
  };
}

/** The `enqueue` of an outbox, for processes that do not deliver. */
export function enqueueMail(now: () => Date): Outbox['enqueue'] {
  return (query, mail) => insertMail(query, mail, now());
}
