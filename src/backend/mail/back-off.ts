import type { ClaimedMail, DeliveryOutcome } from './transport.ts';

const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 15 * 60_000;
const REFUSED_WAIT_MS = 86_400_000;
const REFUSED_FOR_MS = 7 * 86_400_000;
/** Each of them may have arrived: the recipient gets the message this many times at most. */
const MAX_UNANSWERED_SENDS = 3;

/** Milliseconds until the next attempt after so many failed ones: 5 s, doubled each time, at most 15 minutes. */
export function waitAfter(attempts: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** Math.max(attempts - 1, 0), LONGEST_WAIT_MS);
}

/** What becomes of a message that was not delivered. */
export type RetryPlan = {
  nextAttemptAt: Date;
  refusedAt: Date | null;
  unansweredSends: number;
  /** Set where it is no longer tried by itself. */
  givenUpAt: Date | null;
};

/**
 * Plans what follows an attempt: after a failure the back-off, without an end; after a refusal another attempt a day
 * later, for a week; after a missing answer another in 15 minutes, until the message went out three times.
 */
export function planNextAttempt(
  mail: Pick<ClaimedMail, 'attempts' | 'refusedAt' | 'unansweredSends'>,
  outcome: DeliveryOutcome['kind'],
  now: Date,
): RetryPlan {
  const { attempts, refusedAt, unansweredSends } = mail;
  const at = (ms: number): Date => new Date(now.getTime() + ms);
  if (outcome === 'unanswered') {
    const sends = unansweredSends + 1;
    const givenUpAt = mayBeSentAgain(sends) ? null : now;
    return { nextAttemptAt: at(LONGEST_WAIT_MS), refusedAt, unansweredSends: sends, givenUpAt };
  }
  if (outcome === 'refused') {
    const firstError = refusedAt ?? now;
    const isOver = now.getTime() - firstError.getTime() >= REFUSED_FOR_MS;
    const givenUpAt = isOver ? now : null;
    return { nextAttemptAt: at(REFUSED_WAIT_MS), refusedAt: firstError, unansweredSends, givenUpAt };
  }
  const givenUpAt = outcome === 'given-up' ? now : null;
  return { nextAttemptAt: at(waitAfter(attempts)), refusedAt, unansweredSends, givenUpAt };
}

/** Whether a message that went out so often without an answer may go out once more. */
export function mayBeSentAgain(unansweredSends: number): boolean {
  return unansweredSends < MAX_UNANSWERED_SENDS;
}
