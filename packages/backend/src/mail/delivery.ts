import type { BackendDeps, MailSettings } from '../deps.ts';
import type { MailTransport } from './transport.ts';
import { type CONVERSATION_LIMITS, type Conversations, createConversations } from './conversations.ts';
import { applySettings, claimMails, forgetDelivered, hashSettings, nextDue } from './outbox-table.ts';
import { type ReportSettings, reportUndeliverable } from './report-undeliverable.ts';

export type DeliveryDeps = Pick<BackendDeps, 'database' | 'log' | 'now'> & {
  settings: MailSettings;
  transport: MailTransport;
  limits?: Partial<typeof CONVERSATION_LIMITS>;
  /** Who gets reports of undeliverable messages; without it there are no reports. */
  reports?: ReportSettings;
};

/** Messages of crashed processes are found at least this often. */
const MAX_PAUSE_MS = 60_000;
const PAUSE_AFTER_ERROR_MS = 5_000;
/** How long `stop` waits for running conversations before it aborts them; they are retried after the next start. */
const STOP_GRACE_MS = 5_000;

type Delivery = {
  /** Delivers due messages. The first call starts the delivery, which then runs by itself. */
  wake: () => void;
  /** Resolves when nothing is due and nothing is running. */
  idle: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Delivers due messages when it is woken, when a message becomes due, and when a running delivery frees its place. */
export function createDelivery(deps: DeliveryDeps): Delivery {
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
      const settings = hashSettings(deps.settings);
      if (settings !== applied) await applySettings(deps.database, deps.settings, deps.now());
      applied = settings;
      do {
        again = false;
        await beginDue(deps, conversations, () => stopped);
      } while (again && !stopped);
      if (!stopped) pause = conversations.free() > 0 ? await pauseUntilDue(deps) : MAX_PAUSE_MS;
    } catch (error) {
      if (!stopped) deps.log.warn({ err: error }, 'The outbox could not be read; it is tried again.');
    }
    round = null;
    if (again) wake();
    else if (!stopped) timer = setTimeout(wake, pause).unref();
  };
  const idle = async (): Promise<void> => {
    while (round || conversations.count() > 0) await Promise.all([round, conversations.settled()]);
  };

  return {
    wake,
    idle,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      const hurry = setTimeout(conversations.cut, STOP_GRACE_MS);
      await idle();
      clearTimeout(hurry);
    },
  };
}

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

async function pauseUntilDue({ database, transport, now }: DeliveryDeps): Promise<number> {
  const due = await nextDue(database, !transport.delivers);
  if (due === null) return MAX_PAUSE_MS;
  return Math.min(Math.max(due.getTime() - now().getTime(), 0) + 10, MAX_PAUSE_MS);
}
