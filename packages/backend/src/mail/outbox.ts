import type { RunQuery } from '../database/connect.ts';
import type { BackendDeps, MailSettings } from '../deps.ts';
import { type CONVERSATION_LIMITS, type Conversations, createConversations } from './conversations.ts';
import { createFileTransport } from './file-transport.ts';
import {
  applySettings,
  claimMails,
  forgetDelivered,
  hashSettings,
  insertMail,
  makeDue,
  nextDue,
} from './outbox-table.ts';
import { type ReportSettings, reportUndeliverable } from './report-undeliverable.ts';
import { createSmtpTransport, type SMTP_TIMEOUTS } from './smtp-transport.ts';
import type { MailTransport } from './transport.ts';

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

type OutboxDeps = Pick<BackendDeps, 'database' | 'log' | 'now'> & {
  settings: MailSettings;
  /** Reads what `settings` depend on; awaited before each round. Never rejects. */
  readSettings?: () => Promise<void>;
  /** Milliseconds; they override those of smtp-transport.ts. */
  timeouts?: Partial<typeof SMTP_TIMEOUTS>;
  limits?: Partial<typeof CONVERSATION_LIMITS>;
  /** Who gets reports of undeliverable messages; without it there are no reports. */
  reports?: ReportSettings;
};

/** Messages of crashed processes are found at least this often. */
const MAX_PAUSE_MS = 60_000;
const PAUSE_AFTER_ERROR_MS = 5_000;
/** How long `stop` waits for running conversations before it aborts them; they are retried after the next start. */
const STOP_GRACE_MS = 5_000;

/**
 * Opens the outbox of this process. Messages are sent by SMTP or, without an SMTP address, written as files to the
 * outbox folder: when the outbox is woken, when a message becomes due, and when a running delivery frees its place. Several
 * processes may share one outbox. Throws when the SMTP address is invalid.
 */
export function createOutbox(given: OutboxDeps): Outbox {
  const { settings, log, timeouts } = given;
  const transport =
    settings.smtpUrl === null
      ? createFileTransport(settings, log)
      : createSmtpTransport(settings.smtpUrl, settings, timeouts);
  const deps = { ...given, transport };
  /** The settings that were applied last; an administrator may change them while the process runs. */
  let applied: string | null = null;
  let stopped = false;
  let again = false;
  let round: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  const wake = (): void => {
    if (stopped) return;
    clearTimeout(timer);
    if (round) again = true;
    else round = run();
  };
  const conversations = createConversations(deps, wake);

  const run = async (): Promise<void> => {
    let pause = PAUSE_AFTER_ERROR_MS;
    again = false;
    try {
      await given.readSettings?.();
      const current = hashSettings(settings);
      if (current !== applied) await applySettings(deps.database, settings, deps.now());
      applied = current;
      do {
        again = false;
        await beginDue(deps, conversations, () => stopped);
      } while (again && !stopped);
      if (!stopped) pause = conversations.free() > 0 ? await pauseUntilDue(deps, conversations.held()) : MAX_PAUSE_MS;
    } catch (error) {
      if (!stopped) log.warn({ err: error }, 'The outbox could not be read; it is tried again.');
    }
    round = null;
    if (again) wake();
    else if (!stopped) timer = setTimeout(wake, pause).unref();
  };
  /** Resolves when nothing is due and nothing is running. */
  const idle = async (): Promise<void> => {
    while (round || conversations.count() > 0) await Promise.all([round, conversations.settled()]);
  };

  return {
    enqueue: enqueueMail(deps.now),
    wake,
    flush: async () => {
      await makeDue(deps.database, 'all', deps.now());
      wake();
      await idle();
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      const hurry = setTimeout(conversations.cut, STOP_GRACE_MS);
      await idle();
      clearTimeout(hurry);
    },
  };
}

/** The `enqueue` of an outbox, for processes that do not deliver. */
export function enqueueMail(now: () => Date): Outbox['enqueue'] {
  return (query, mail) => insertMail(query, mail, now());
}

type DeliveryDeps = OutboxDeps & { transport: MailTransport };

/** Starts the due messages, up to the limit of conversations. */
async function beginDue(deps: DeliveryDeps, conversations: Conversations, isStopped: () => boolean): Promise<void> {
  const { database, transport, now } = deps;
  await forgetDelivered(database, deps.settings.keepDeliveredDays);
  if (transport.delivers) await report(deps);
  while (!isStopped() && conversations.free() > 0) {
    const mails = await claimMails(database, {
      now: now(),
      limit: conversations.free(),
      skipWrittenToFile: !transport.delivers,
      held: conversations.held(),
    });
    if (mails.length === 0) return;
    for (const mail of mails) conversations.begin(mail);
  }
}

/** An error of the report must not delay other mail. */
async function report({ database, reports, now, log }: DeliveryDeps): Promise<void> {
  if (!reports) return;
  try {
    await reportUndeliverable(database, reports, now());
  } catch (error) {
    log.warn({ err: error }, 'Undeliverable mail could not be reported; it is tried again.');
  }
}

/** Messages that this process holds are not due: their end wakes the outbox. */
async function pauseUntilDue({ database, transport, now }: DeliveryDeps, held: string[]): Promise<number> {
  const due = await nextDue(database, { skipWrittenToFile: !transport.delivers, held });
  if (due === null) return MAX_PAUSE_MS;
  return Math.min(Math.max(due.getTime() - now().getTime(), 0) + 10, MAX_PAUSE_MS);
}
