import type { RunQuery } from '../../database/connect.ts';
import type { Keys } from '../../http/keys.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { AuthError } from '../errors.ts';
import { findAccountOf } from '../sessions/known-clients.ts';
import type { ClientInfo } from '../sessions/sessions.ts';

/** Between two mails of the same kind to one user (protocol.md 1.5). */
const PAUSE_MS = 60_000;
/** How far the clock of another machine may be ahead. */
const MAX_AHEAD_MS = 60_000;

/**
 * Runs `send` and counts a mail to the address for this client, unless `send` throws: what the pause refuses is not
 * counted. Returns the result of `send`. Throws AuthError `over_email_send_rate_limit` when the client has had its number
 * of mails, and what `send` throws.
 */
export async function countingMailTo<T>(
  deps: Pick<AuthDeps, 'database' | 'keys' | 'now' | 'limits' | 'settings'>,
  email: string,
  client: ClientInfo,
  send: () => Promise<T>,
): Promise<T> {
  const { knownAs } = await findAccountOf(deps, email, client);
  const point = await deps.limits.takeMailTo({ email, address: client.address, knownAs });
  try {
    return await send();
  } catch (error) {
    await point.giveBack();
    throw error;
  }
}

/**
 * Throws AuthError `over_email_send_rate_limit` when the last mail of this kind is less than PAUSE_MS old. A time in
 * the future was written before the clock was set back, and is ignored.
 */
export function requireMailPause(sentAt: string | null, now: Date): void {
  if (sentAt === null) return;
  const wait = Date.parse(sentAt) + PAUSE_MS - now.getTime();
  if (wait <= 0 || wait > PAUSE_MS + MAX_AHEAD_MS) return;
  throw new AuthError('email_sent_recently', Math.ceil(wait / 1000));
}

type PauseTx = { query: RunQuery; keys: Pick<Keys, 'derive'>; now: () => Date };

/**
 * What was asked for. Sign-up, the repeat of its mail and one-time links share one pause, or asking for them in turn
 * would reveal which addresses have an account.
 */
type AddressPause = 'confirmation' | 'recovery' | 'email_change';

/**
 * Applies the same pause to an address, whether or not it has an account and is sent a mail: otherwise a repeated request
 * would reveal which addresses have an account. The time is written in the transaction (as the role
 * `backend`), so that the pause holds in all processes. Throws as requireMailPause does.
 */
export async function requireAddressPause(tx: PauseTx, kind: AddressPause, email: string): Promise<void> {
  const asked = tx.now();
  const [pauseBegan, latest] = [-PAUSE_MS, MAX_AHEAD_MS].map((ms) => new Date(asked.getTime() + ms).toISOString());
  const { rowCount } = await tx.query(
    `insert into backend.unsent_mails as known (request, asked_at) values ($1, $2)
     on conflict (request) do update set asked_at = excluded.asked_at
       where known.asked_at <= $3 or known.asked_at > $4`,
    [requestOf(tx, kind, email), asked.toISOString(), pauseBegan, latest],
  );
  if (rowCount !== 1) await requireNoAddressPause(tx, kind, email);
}

/** Throws as requireAddressPause does, and begins no pause: for an account that keeps the time of its last mail. */
export async function requireNoAddressPause(tx: PauseTx, kind: AddressPause, email: string): Promise<void> {
  const { rows } = await tx.query('select asked_at from backend.unsent_mails where request = $1', [
    requestOf(tx, kind, email),
  ]);
  requireMailPause((rows[0]?.['asked_at'] as string | undefined) ?? null, tx.now());
}

function requestOf({ keys }: PauseTx, kind: AddressPause, email: string): string {
  return keys.derive('unsent mail', `${kind} ${email}`);
}

/** Deletes the times of pauses that have ended. */
export async function forgetUnsentMails(query: RunQuery, now: Date): Promise<void> {
  const ended = new Date(now.getTime() - PAUSE_MS).toISOString();
  await query('delete from backend.unsent_mails where asked_at < $1', [ended]);
}
