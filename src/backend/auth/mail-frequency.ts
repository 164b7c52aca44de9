import { AuthError } from './errors.ts';

/** Between two mails of the same kind to one user (protocol.md 1.5). */
const PAUSE_MS = 60_000;
const REMEMBERED = 10_000;

/** Throws AuthError `over_email_send_rate_limit` when the last mail of this kind is less than PAUSE_MS old. */
export function requireMailPause(sentAt: string | null, now: Date): void {
  if (sentAt === null) return;
  const wait = Date.parse(sentAt) + PAUSE_MS - now.getTime();
  if (wait <= 0) return;
  throw new AuthError('email_sent_recently', Math.ceil(wait / 1000));
}

/**
 * Applies the same pause to addresses that get no mail, because they have no account (or, at sign-up, have one
 * already). Otherwise a repeated request would reveal which addresses have an account.
 */
export type UnsentMails = { requirePause: (kind: string, email: string, now: Date) => void };

/** Creates the memory of requests that sent no mail, up to REMEMBERED of them. */
export function createUnsentMails(): UnsentMails {
  const asked = new Map<string, Date>();
  return {
    requirePause: (kind, email, now) => {
      const key = `${kind} ${email}`;
      requireMailPause(asked.get(key)?.toISOString() ?? null, now);
      asked.delete(key);
      asked.set(key, now);
      const [oldest] = asked.keys();
      if (asked.size > REMEMBERED && oldest !== undefined) asked.delete(oldest);
    },
  };
}
