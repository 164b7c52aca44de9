import { setTimeout as sleep } from 'node:timers/promises';
import type { BackendParts } from '../parts.ts';
import type { Carrier, ClaimedMail, Outcome } from './carrier.ts';
import { claimMails, forgetDelivered, nextDue, recordOutcome } from './ledger.ts';

type DeliveryParts = Pick<BackendParts, 'database' | 'log' | 'now'> & { carrier: Carrier };

const AT_ONCE = 4;
/** A whole conversation with the mail server; well within the claim (ledger.ts). */
const DELIVERY_LIMIT_MS = 90_000;
/** Other processes' leftovers are found at least this often; the own ones when they come due. */
const LONGEST_PAUSE_MS = 60_000;
const PAUSE_AFTER_TROUBLE_MS = 5_000;
/** What a stop waits for a running conversation before cutting it short; it is then tried again after the next start. */
const STOP_GRACE_MS = 5_000;
/** From here on a failure is no hiccup any more. */
const WORRYING_ATTEMPTS = 8;

/** Delivers what is due: at once, when woken, and when something comes due. One round at a time. */
export function startDelivery(parts: DeliveryParts): { wake: () => void; stop: () => Promise<void> } {
  const cut = new AbortController();
  let stopped = false;
  let again = false;
  let round: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  const run = async (): Promise<void> => {
    let pause = PAUSE_AFTER_TROUBLE_MS;
    try {
      do {
        again = false;
        await deliverDue(parts, cut.signal, () => stopped);
      } while (again && !stopped);
      if (!stopped) pause = await pauseUntilDue(parts);
    } catch (error) {
      if (!stopped) parts.log.warn({ err: error }, 'The outbox could not be read; it is tried again.');
    }
    round = null;
    if (!stopped) timer = setTimeout(wake, again ? 0 : pause).unref();
  };
  const wake = (): void => {
    if (stopped) return;
    clearTimeout(timer);
    if (round) again = true;
    else round = run();
  };
  wake();

  return {
    wake,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      const hurry = setTimeout(() => cut.abort(), STOP_GRACE_MS);
      await round;
      clearTimeout(hurry);
    },
  };
}

async function deliverDue(parts: DeliveryParts, cut: AbortSignal, isStopped: () => boolean): Promise<void> {
  const { database, carrier, now } = parts;
  await forgetDelivered(database, now());
  while (!isStopped()) {
    const mails = await claimMails(database, { now: now(), limit: AT_ONCE, unfiledOnly: !carrier.delivers });
    if (mails.length === 0) return;
    await Promise.all(mails.map((mail) => deliver(parts, mail, cut)));
  }
}

async function deliver(parts: DeliveryParts, mail: ClaimedMail, cut: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([cut, AbortSignal.timeout(DELIVERY_LIMIT_MS)]);
  const outcome = await parts.carrier.carry(mail, signal);
  report(parts, mail, outcome);
  await recordSurely(parts, mail, outcome);
}

/** A message that has gone out and is not written down as delivered would go out again: a short outage is sat out. */
async function recordSurely(parts: DeliveryParts, mail: ClaimedMail, outcome: Outcome): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await recordOutcome(parts.database, mail, outcome, parts.now());
    } catch (error) {
      if (attempt === 5) throw error;
      await sleep(250 * 2 ** attempt);
    }
  }
}

async function pauseUntilDue({ database, carrier, now }: DeliveryParts): Promise<number> {
  const due = await nextDue(database, { unfiledOnly: !carrier.delivers });
  if (due === null) return LONGEST_PAUSE_MS;
  return Math.min(Math.max(due.getTime() - now().getTime(), 0) + 10, LONGEST_PAUSE_MS);
}

/** Who is written to and what stays out of the log, but for what the mail server itself answers. */
function report({ log }: DeliveryParts, mail: ClaimedMail, outcome: Outcome): void {
  const what = { mail: mail.id, kind: mail.kind, attempts: mail.attempts };
  if (outcome.kind === 'delivered') log.info(what, 'Mail delivered.');
  if (outcome.kind === 'refused') {
    log.error({ ...what, reason: outcome.reason }, 'Mail refused for good; it stays in the outbox for the operator.');
  }
  if (outcome.kind === 'failed') {
    const level = mail.attempts < WORRYING_ATTEMPTS ? 'warn' : 'error';
    log[level]({ ...what, reason: outcome.reason }, 'Mail not delivered; it is tried again.');
  }
}
