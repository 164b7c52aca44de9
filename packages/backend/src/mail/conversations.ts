import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable } from '../database/unavailable.ts';
import type { BackendDeps, MailSettings } from '../deps.ts';
import { MAX_CUT_SENDS } from './back-off.ts';
import { applySettings, countSend, hashSettings, recordOutcome, renewClaims } from './outbox-table.ts';
import type { ClaimedMail, DeliveryOutcome, MailTransport } from './transport.ts';

export const CONVERSATION_LIMITS = {
  /** Conversations at a time, while the mail server responds promptly. */
  atOnce: 4,
  /**
   * After this time a conversation no longer counts towards `atOnce`, so that slow recipients do not delay other mail.
   */
  slowAfterMs: 10_000,
  /** Conversations at a time in total, including slow ones. */
  open: 20,
};

/** The running deliveries of this process. */
export type Conversations = {
  /** How many more may start now. */
  free: () => number;
  begin: (mail: ClaimedMail) => void;
  /** The ids of their messages. */
  held: () => string[];
  /** Aborts all of them. */
  cut: () => void;
  /** Resolves when all deliveries that were running at the call have ended. */
  settled: () => Promise<unknown>;
  count: () => number;
};

/** `onFree` is called whenever another delivery may start. */
export function createConversations(
  deps: Omit<DeliverDeps, 'hold' | 'cut'> & { limits?: Partial<typeof CONVERSATION_LIMITS> },
  onFree: () => void,
): Conversations {
  const { atOnce, slowAfterMs, open } = { ...CONVERSATION_LIMITS, ...deps.limits };
  const hold = createClaims(deps);
  const cut = new AbortController();
  const running = new Map<Promise<void>, string>();
  let prompt = 0;

  return {
    free: () => Math.max(Math.min(atOnce - prompt, open - running.size), 0),
    begin: (mail) => {
      let isPrompt = true;
      prompt += 1;
      const leavePrompt = (): void => {
        if (isPrompt) prompt -= 1;
        isPrompt = false;
        onFree();
      };
      const timer = setTimeout(leavePrompt, slowAfterMs);
      const conversation = deliver({ ...deps, hold, cut: cut.signal }, mail)
        .catch((error: unknown) =>
          deps.log.error({ err: error, mail: mail.id }, 'How a delivery ended could not be written down.'),
        )
        .then(() => {
          clearTimeout(timer);
          running.delete(conversation);
          leavePrompt();
        });
      running.set(conversation, mail.id);
    },
    held: () => [...running.values()],
    cut: () => cut.abort(),
    settled: () => Promise.all(running.keys()),
    count: () => running.size,
  };
}

type DeliverDeps = Pick<BackendDeps, 'database' | 'log' | 'now'> & {
  transport: MailTransport;
  hold: HoldClaim;
  settings: MailSettings;
  /** Aborts the attempt. */
  cut: AbortSignal;
};

/** A conversation with the mail server is cut after this time, which is more than the timeouts of all steps together. */
const CONVERSATION_LIMIT_MS = 60 * 60_000;
/** From this attempt on, errors are logged as errors instead of warnings: after ten minutes, or one with an enquiry. */
const WORRYING_ATTEMPTS = 8;
const WORRYING_ATTEMPTS_OF_ENQUIRIES = 5;
const MAX_RECORD_PAUSE_MS = 8_000;

/** Makes one attempt to deliver a claimed message and records the outcome. Throws when it cannot be recorded. */
async function deliver(deps: DeliverDeps, mail: ClaimedMail): Promise<void> {
  const claim = deps.hold(mail);
  try {
    const signal = AbortSignal.any([deps.cut, claim.lost, AbortSignal.timeout(CONVERSATION_LIMIT_MS)]);
    const settings = hashSettings(deps.settings);
    const outcome = await attempt(deps, mail, signal);
    report(deps, mail, outcome);
    await recordSurely(deps, mail, outcome, settings);
  } finally {
    claim.release();
  }
}

/** A message that was sent too often without a recorded outcome, because of crashes, is not sent again. */
function attempt(
  { transport, database }: DeliverDeps,
  mail: ClaimedMail,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  if (mail.unansweredSends >= MAX_CUT_SENDS) {
    return Promise.resolve({
      kind: 'given-up',
      reason: 'Sent several times and cut short each time: it may have arrived.',
    });
  }
  return transport.send(mail, { signal, beforeBody: () => countSend(database, mail) });
}

/** Waits for a database that is away: a delivered message without a recorded outcome would be sent again. */
async function recordSurely(
  deps: DeliverDeps,
  mail: ClaimedMail,
  outcome: DeliveryOutcome,
  settings: string,
): Promise<void> {
  for (let pause = 500; ; pause = Math.min(2 * pause, MAX_RECORD_PAUSE_MS)) {
    try {
      await recordOutcome(deps.database, mail, outcome, { now: deps.now(), settings });
      // Those that changed during the attempt were applied before its rejection was recorded.
      if (hashSettings(deps.settings) !== settings) await applySettings(deps.database, deps.settings, deps.now());
      return;
    } catch (error) {
      if (!isUnavailable(error) || deps.cut.aborted) throw error;
      await sleep(pause, undefined, { signal: deps.cut }).catch(() => {});
    }
  }
}

const SENTENCES = {
  rejected: 'Mail rejected; it is tried again daily for a week, and after a change of the settings.',
  failed: 'Mail not delivered; it is tried again.',
  unanswered: 'Mail sent without an answer; it may have arrived. It is sent three times at most.',
  'given-up': 'Mail given up; it stays in the outbox for the operator.',
} as const;

/** Logs the outcome, without recipient and content; the reason may contain the mail server's own text. */
function report({ log }: DeliverDeps, mail: ClaimedMail, outcome: DeliveryOutcome): void {
  const what = { mail: mail.id, kind: mail.kind, attempts: mail.attempts };
  if (outcome.kind === 'written-to-file') return;
  if (outcome.kind === 'delivered') return log.info(what, 'Mail delivered.');
  const worrying = mail.kind === 'enquiry' ? WORRYING_ATTEMPTS_OF_ENQUIRIES : WORRYING_ATTEMPTS;
  const isHiccup = outcome.kind === 'failed' && mail.attempts < worrying;
  log[isHiccup ? 'warn' : 'error']({ ...what, reason: outcome.reason }, SENTENCES[outcome.kind]);
}

/** Several times per claim (outbox-table.ts), so that a short outage of the database loses none. */
const RENEW_EVERY_MS = 45_000;

/** Renews the claim on the message until `release`. The signal aborts when another process has the claim. */
type HoldClaim = (mail: ClaimedMail) => { lost: AbortSignal; release: () => void };

/** Renews the claims of running deliveries, however long they take, so that no other process sends the same message. */
function createClaims({ database, log, now }: Pick<BackendDeps, 'database' | 'log' | 'now'>): HoldClaim {
  const held = new Map<ClaimedMail, AbortController>();
  let timer: NodeJS.Timeout | undefined;

  const renew = async (): Promise<void> => {
    const mails = [...held.keys()];
    try {
      const own = await renewClaims(database, mails, now());
      for (const mail of mails) {
        if (!own.has(mail.id)) held.get(mail)?.abort(new Error('Another process has taken the message on.'));
      }
    } catch (error) {
      log.warn({ err: error }, 'Claims on mail could not be renewed; it is tried again.');
    }
  };

  return (mail) => {
    const lost = new AbortController();
    held.set(mail, lost);
    timer ??= setInterval(() => void renew(), RENEW_EVERY_MS).unref();
    const release = (): void => {
      held.delete(mail);
      if (held.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
    return { lost: lost.signal, release };
  };
}
