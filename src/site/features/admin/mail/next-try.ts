import { formatLocalTime } from '#contract/date.ts';
import type { UndeliveredMail } from '#contract/system.ts';
import { mail } from '#site/content/mail.ts';

type Times = Pick<UndeliveredMail, 'filed_at' | 'given_up_at' | 'next_attempt_at'>;

/**
 * When a message is tried next, in words. A time that is over is never shown: the attempt is running, or no mail server
 * is set.
 */
export function nextTryInWords({ filed_at, given_up_at, next_attempt_at }: Times, now: number): string {
  if (given_up_at) return mail.givenUp;
  if (filed_at) return mail.noServer;
  return Date.parse(next_attempt_at) <= now ? mail.tryingNow : mail.nextTry(formatLocalTime(next_attempt_at));
}
