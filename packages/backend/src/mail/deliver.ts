import { setTimeout as sleep } from 'node:timers/promises';
import type { BackendDeps } from '../deps.ts';
import { mayBeSentAgain } from './back-off.ts';
import type { MailTransport, ClaimedMail, DeliveryOutcome } from './transport.ts';
import type { MailClaims } from './claims.ts';
import { countSend, recordOutcome } from './outbox-table.ts';

export type DeliverDeps = Pick<BackendDeps, 'database' | 'log' | 'now'> & {
  transport: MailTransport;
  claims: MailClaims;
  /** The hash of the settings of the attempt (retry.ts). */
  settings: string;
  /** Aborts the attempt. */
  cut: AbortSignal;
};

/** A conversation that takes longer is aborted. The limit exceeds the sum of the timeouts of all steps. */
const CONVERSATION_LIMIT_MS = 60 * 60_000;
/** From this attempt on, errors are logged as errors instead of warnings: after ten minutes, or one with an enquiry. */
const WORRYING_ATTEMPTS = 8;
const WORRYING_ATTEMPTS_OF_ENQUIRIES = 5;
const RECORD_ATTEMPTS = 5;

/** Makes one attempt to deliver a claimed message and records the outcome. Throws when it cannot be recorded. */
export async function deliver(deps: DeliverDeps, mail: ClaimedMail): Promise<void> {
  const claim = deps.claims.hold(mail);
  try {
    const signal = AbortSignal.any([deps.cut, claim.lost, AbortSignal.timeout(CONVERSATION_LIMIT_MS)]);
    const outcome = await attempt(deps, mail, signal);
    report(deps, mail, outcome);
    await recordSurely(deps, mail, outcome);
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
async function recordSurely(deps: DeliverDeps, mail: ClaimedMail, outcome: DeliveryOutcome): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await recordOutcome(deps.database, mail, outcome, { now: deps.now(), settings: deps.settings });
    } catch (error) {
      if (tries === RECORD_ATTEMPTS) throw error;
      await sleep(250 * 2 ** tries);
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
