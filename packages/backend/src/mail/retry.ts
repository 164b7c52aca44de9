import { createHash } from 'node:crypto';
import { asBackend } from '../database/as-caller.ts';
import type { DatabasePool } from '../database/connect.ts';
import type { MailSettings } from '../deps.ts';

/** Resets a message to its state before the first attempt, due now. */
const ANEW = `refused_at = null, refused_with = null, given_up_at = null, unanswered_sends = 0, next_attempt_at = $1`;
const UNCLAIMED = '(claimed_until is null or claimed_until <= $1)';

/** A hash of the settings that can cause a rejection. It does not include the password. */
export function hashSettings({ smtpUrl, from, enquiriesTo }: MailSettings): string {
  const server = smtpUrl === null ? null : new URL(smtpUrl);
  if (server) server.password = '';
  return createHash('sha256')
    .update(JSON.stringify([server?.href, from, enquiriesTo]))
    .digest('hex');
}

/**
 * Applies changed settings to waiting messages: an enquiry to an address that is no longer in ENQUIRIES_TO goes to the
 * one at its position (or the first), and messages rejected under other settings become due.
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

/** Makes one message (`id`), or `all` undelivered ones, due now, including those given up. Returns their number. */
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
