import { setTimeout as sleep } from 'node:timers/promises';
import type { BackendDeps } from '../deps.ts';
import { mayBeSentAgain } from './back-off.ts';
import type { MailTransport, ClaimedMail, DeliveryOutcome } from './transport.ts';
import type { MailClaims } from './claims.ts';
import { countSend, recordOutcome } from './ledger.ts';

export type DeliverDeps = Pick<BackendDeps, 'database' | 'log' | 'now'> & {
  transport: MailTransport;
  claims: MailClaims;
  /** Hash of the settings that it is sent with. */
  settings: string;
  /** Ends what is under way. */
  cut: AbortSignal;
};

/** A whole conversation with a mail server that uses up the time of every step; only then is it no longer alive. */
const CONVERSATION_LIMIT_MS = 60 * 60_000;
/** From here on a failure is no hiccup any more. */
const WORRYING_ATTEMPTS = 8;
const RECORD_ATTEMPTS = 5;

/** Makes one attempt at a claimed message and writes down how it ended. Throws when that cannot be written. */
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

/** After crashes a message may already have gone out too often; it is then not sent again. */
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

/** A message that has gone out and is not written down as delivered would go out again: a short outage is sat out. */
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

/** Who is written to and what stays out of the log, but for what the mail server itself answers. */
function report({ log }: DeliverDeps, mail: ClaimedMail, outcome: DeliveryOutcome): void {
  const what = { mail: mail.id, kind: mail.kind, attempts: mail.attempts };
  if (outcome.kind === 'filed') return;
  if (outcome.kind === 'delivered') return log.info(what, 'Mail delivered.');
  const isHiccup = outcome.kind === 'failed' && mail.attempts < WORRYING_ATTEMPTS;
  log[isHiccup ? 'warn' : 'error']({ ...what, reason: outcome.reason }, SENTENCES[outcome.kind]);
}
