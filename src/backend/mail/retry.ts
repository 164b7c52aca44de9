import { createHash } from 'node:crypto';
import { asBackend } from '../database/as-caller.ts';
import type { DatabasePool } from '../database/connect.ts';
import type { MailSettings } from '../deps.ts';

/** As if it had never been tried: due now, with the whole week and all its sends before it. */
const ANEW = `refused_at = null, refused_with = null, given_up_at = null, unanswered_sends = 0, next_attempt_at = $1`;
const UNCLAIMED = '(claimed_until is null or claimed_until <= $1)';

/** A hash of every setting that a mail server may refuse a message for; the password is none of them. */
export function hashSettings({ smtpUrl, from, enquiriesTo }: MailSettings): string {
  const server = smtpUrl === null ? null : new URL(smtpUrl);
  if (server) server.password = '';
  return createHash('sha256')
    .update(JSON.stringify([server?.href, from, enquiriesTo]))
    .digest('hex');
}

/**
 * Applies the settings to what waits: an enquiry to an address that is no longer among ENQUIRIES_TO goes to the one
 * that stands in its place (or the first), and what was refused under other settings is due at once.
 */
export async function applySettings(database: DatabasePool, settings: MailSettings, now: Date): Promise<void> {
  await asBackend(database, async (query) => {
    const at = now.toISOString();
    await query(
      `update mail.outbox set recipient = coalesce(($2::text[])[recipient_number], ($2::text[])[1]), ${ANEW}
       where kind = 'enquiry' and delivered_at is null and recipient <> all ($2::text[]) and ${UNCLAIMED}`,
      [at, settings.enquiriesTo],
    );
    await query(
      `update mail.outbox set ${ANEW}
       where delivered_at is null and refused_at is not null and refused_with is distinct from $2 and ${UNCLAIMED}`,
      [at, hashSettings(settings)],
    );
  });
}

/** Makes one message due, or all that have not arrived, given up or not; returns how many. */
export async function makeDue(database: DatabasePool, id: string, now: Date): Promise<number> {
  const { rowCount } = await asBackend(database, (query) =>
    query(
      `update mail.outbox set ${ANEW}
       where delivered_at is null and ($2 = 'all' or id::text = $2) and ${UNCLAIMED}`,
      [now.toISOString(), id],
    ),
  );
  return rowCount;
}
