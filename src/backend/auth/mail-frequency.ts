import type { RunQuery } from '../database/connect.ts';
import type { Keys } from '../http/keys.ts';
import { AuthError } from './errors.ts';

/** Between two mails of the same kind to one user (protocol.md 1.5). */
const PAUSE_MS = 60_000;

/** Throws AuthError `over_email_send_rate_limit` when the last mail of this kind is less than PAUSE_MS old. */
export function requireMailPause(sentAt: string | null, now: Date): void {
  if (sentAt === null) return;
  const wait = Date.parse(sentAt) + PAUSE_MS - now.getTime();
  if (wait <= 0) return;
  throw new AuthError('email_sent_recently', Math.ceil(wait / 1000));
}

/**
 * Applies the same pause to an address that gets no mail, because it has no account (or, at sign-up, has one already).
 * Otherwise a repeated request would reveal which addresses have an account. The time is written in the transaction of
 * `query` (as the role `backend`), so that the pause holds in all processes. Throws as requireMailPause does.
 */
export async function requireUnsentMailPause(
  query: RunQuery,
  { keys, now }: { keys: Pick<Keys, 'derive'>; now: () => Date },
  kind: string,
  email: string,
): Promise<void> {
  const [request, asked] = [keys.derive('unsent mail', `${kind} ${email}`), now()];
  const pauseBegan = new Date(asked.getTime() - PAUSE_MS).toISOString();
  const { rowCount } = await query(
    `insert into backend.unsent_mails as known (request, asked_at) values ($1, $2)
     on conflict (request) do update set asked_at = excluded.asked_at where known.asked_at <= $3`,
    [request, asked.toISOString(), pauseBegan],
  );
  if (rowCount === 1) return;
  const { rows } = await query('select asked_at from backend.unsent_mails where request = $1', [request]);
  requireMailPause(rows[0]?.['asked_at'] as string, asked);
}

/** Deletes the times of pauses that have ended. */
export async function forgetUnsentMails(query: RunQuery, now: Date): Promise<void> {
  const ended = new Date(now.getTime() - PAUSE_MS).toISOString();
  await query('delete from backend.unsent_mails where asked_at < $1', [ended]);
}
