import { setTimeout as sleep } from 'node:timers/promises';
import type { BackendDeps } from '../deps.ts';
import { mayBeSentAgain } from './back-off.ts';
import type { MailTransport, ClaimedMail, DeliveryOutcome } from './transport.ts';
import type { MailClaims } from './claims.ts';
import { countSend, recordOutcome } from './ledger.ts';

export type DeliverDeps = Pick<BackendDeps, 'database' | 'log' | 'now'> & {
  transport: MailTransport;
  claims: MailClaims;
  /** The hash of the settings of the attempt (retry.ts). */
  settings: string;
  /** Aborts the attempt. */
  cut: AbortSignal;
};

/** The longest conversation: beyond the sum of the timeouts of all steps. */
const CONVERSATION_LIMIT_MS = 60 * 60_000;
/** From this attempt on, errors are logged as errors instead of warnings. */
const WORRYING_ATTEMPTS = 8;
const RECORD_ATTEMPTS = 5;

/** Makes one attempt to deliver a claimed message and records the outcome. Throws when it cannot be recorded. */
export async function deliver(parts: DeliverDeps, mail: ClaimedMail): Promise<void> {
  const claim = parts.claims.hold(mail);
  try {
    const signal = AbortSignal.any([parts.cut, claim.lost, AbortSignal.timeout(CONVERSATION_LIMIT_MS)]);
    const outcome = await attempt(parts, mail, signal);
    report(parts, mail, outcome);
    await recordSurely(parts, mail, outcome);
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
  if (!mayBeSentAgain(mail.unansweredSends)) {
    return Promise.resolve({
      kind: 'given-up',
      reason: 'Sent several times and cut short each time: it may have arrived.',
    });
  }
  return transport.send(mail, { signal, beforeBody: () => countSend(database, mail) });
}

/**
 * Retries during a short outage of the database: a delivered message without a recorded outcome would be sent again.
 */
async function recordSurely(parts: DeliverDeps, mail: ClaimedMail, outcome: DeliveryOutcome): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await recordOutcome(parts.database, mail, outcome, { now: parts.now(), settings: parts.settings });
    } catch (error) {
      if (tries === RECORD_ATTEMPTS) throw error;
      await sleep(250 * 2 ** tries);
    }
  }
}

const SENTENCES = {
  refused: 'Mail refused; it is tried again daily for a week, and after a change of the settings.',
  failed: 'Mail not delivered; it is tried again.',
  unanswered: 'Mail sent without an answer; it may have arrived. It is sent three times at most.',
  'given-up': 'Mail given up; it stays in the outbox for the operator.',
} as const;

/** Logs the outcome, without recipient and content; the reason may contain the mail server's own text. */
function report({ log }: DeliverDeps, mail: ClaimedMail, outcome: DeliveryOutcome): void {
  const what = { mail: mail.id, kind: mail.kind, attempts: mail.attempts };
  if (outcome.kind === 'filed') return;
  if (outcome.kind === 'delivered') return log.info(what, 'Mail delivered.');
  const isHiccup = outcome.kind === 'failed' && mail.attempts < WORRYING_ATTEMPTS;
  log[isHiccup ? 'warn' : 'error']({ ...what, reason: outcome.reason }, SENTENCES[outcome.kind]);
}
