import { asBackend } from '../database/as-caller.ts';
import type { DatabasePool } from '../database/connect.ts';

/** A message that has not been delivered. Times are ISO 8601. */
export type UndeliveredMail = {
  id: string;
  kind: string;
  recipient: string;
  created_at: string;
  attempts: number;
  next_attempt_at: string;
  last_error: string | null;
  /** When the mail server first rejected it, or null. It is retried daily for a week. */
  refused_at: string | null;
  /** When it was given up, or null. It is retried only by hand, or after a change of the settings. */
  given_up_at: string | null;
  /** When it was written to a file, because there is no mail server, or null. */
  filed_at: string | null;
};

/** The text of an enquiry that has not been delivered. */
export type WaitingEnquiry = { id: string; subject: string; reply_to: string | null; text: string };

const COLUMNS = ['created_at', 'next_attempt_at', 'refused_at', 'given_up_at', 'filed_at']
  .map((column) => `to_json(${column})#>>'{}' as ${column}`)
  .join(', ');

/** Lists the messages that have not been delivered, oldest first: `limit` of them, or all. */
export async function listUndelivered(database: DatabasePool, limit: number | null = null): Promise<UndeliveredMail[]> {
  const { rows } = await asBackend(database, (query) =>
    query(
      `select id, kind, recipient, attempts, last_error, ${COLUMNS}
       from mail.outbox where delivered_at is null order by mail.outbox.created_at, id limit $1`,
      [limit],
    ),
  );
  return rows as UndeliveredMail[];
}

/** Reads an enquiry that has not been delivered; null for any other message: account mail holds links that sign in. */
export async function readWaitingEnquiry(database: DatabasePool, id: string): Promise<WaitingEnquiry | null> {
  const { rows } = await asBackend(database, (query) =>
    query(
      `select id, subject, reply_to, text_body as text from mail.outbox
       where id::text = $1 and kind = 'enquiry' and delivered_at is null`,
      [id],
    ),
  );
  return (rows[0] as WaitingEnquiry | undefined) ?? null;
}

/** Counts the messages that have not been delivered. */
export async function countUndelivered(database: DatabasePool): Promise<number> {
  const { rows } = await asBackend(database, (query) =>
    query('select count(*)::int as undelivered from mail.outbox where delivered_at is null'),
  );
  return Number(rows[0]?.['undelivered'] ?? 0);
}
