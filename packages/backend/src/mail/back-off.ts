import type { ClaimedMail, DeliveryOutcome } from './transport.ts';

const FIRST_WAIT_MS = 5_000;
const MAX_WAIT_MS = 15 * 60_000;
const REJECTED_WAIT_MS = 86_400_000;
const REJECTED_FOR_MS = 7 * 86_400_000;
/** Each of them may have arrived, so the recipient gets the message at most this many times. */
const MAX_UNANSWERED_SENDS = 3;
/** The same for sends that a crash of this product interrupted. These have probably not arrived. */
export const MAX_CUT_SENDS = 10;

/** Milliseconds until the next attempt: 5 s after the first failed one, doubled after each, at most 15 minutes. */
export function waitAfter(attempts: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** Math.max(attempts - 1, 0), MAX_WAIT_MS);
}

/** The state of a message after an attempt that did not deliver it. */
type RetryPlan = {
  nextAttemptAt: Date;
  rejectedAt: Date | null;
  unansweredSends: number;
  /** Set when the message is no longer tried automatically. */
  givenUpAt: Date | null;
};

/**
 * Plans the next attempt: after a temporary error with back-off, without end; after a rejection daily for a week; after
 * a missing response in 15 minutes, until the message was sent three times.
 */
export function planNextAttempt(
  mail: Pick<ClaimedMail, 'attempts' | 'rejectedAt' | 'unansweredSends'>,
  outcome: DeliveryOutcome['kind'],
  now: Date,
): RetryPlan {
  const { attempts, rejectedAt, unansweredSends } = mail;
  const at = (ms: number): Date => new Date(now.getTime() + ms);
  if (outcome === 'unanswered') {
    const sends = unansweredSends + 1;
    const givenUpAt = sends < MAX_UNANSWERED_SENDS ? null : now;
    return { nextAttemptAt: at(MAX_WAIT_MS), rejectedAt, unansweredSends: sends, givenUpAt };
  }
  if (outcome === 'rejected') {
    const firstError = rejectedAt ?? now;
    const isOver = now.getTime() - firstError.getTime() >= REJECTED_FOR_MS;
    const givenUpAt = isOver ? now : null;
    return { nextAttemptAt: at(REJECTED_WAIT_MS), rejectedAt: firstError, unansweredSends, givenUpAt };
  }
  const givenUpAt = outcome === 'given-up' ? now : null;
  return { nextAttemptAt: at(waitAfter(attempts)), rejectedAt, unansweredSends, givenUpAt };
}
