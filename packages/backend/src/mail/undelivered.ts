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
type WaitingEnquiry = { id: string; subject: string; reply_to: string | null; text: string };

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
export async function readUndeliveredEnquiry(database: DatabasePool, id: string): Promise<WaitingEnquiry | null> {
  const { rows } = await asBackend(database, (query) =>
    query(
      `select id, subject, reply_to, text_body as text from mail.outbox
       where id::text = $1 and kind = 'enquiry' and delivered_at is null`,
      [id],
    ),
  );
  return (rows[0] as WaitingEnquiry | undefined) ?? null;
}

/** The messages of the outbox that have not arrived: their number, and those of each state. */
export type OutboxCounts = {
  undelivered: number;
  /** Due now or at the next attempt. */
  waiting: number;
  /** Written as files, because there is no SMTP_URL. */
  written: number;
  /** Rejected by the mail server; tried again daily for a week. */
  rejected: number;
  /** No longer tried. */
  givenUp: number;
  /** Of those waiting: older than 15 minutes. */
  late: number;
  /** The age of the oldest that is waiting, in seconds; 0 without one. */
  oldestSeconds: number;
  /** Enquiries that are late, whatever their state: nobody has read them by mail. */
  enquiries: number;
};

/** Counts the messages that have not arrived. Throws as `asBackend` does. */
export async function countOutbox(database: DatabasePool): Promise<OutboxCounts> {
  return asBackend(database, async (query) => {
    const { rows } = await query(
      `select
         count(*)::int as undelivered,
         count(*) filter (where state = 'waiting')::int as waiting,
         count(*) filter (where state = 'written')::int as written,
         count(*) filter (where state = 'rejected')::int as rejected,
         count(*) filter (where state = 'given up')::int as "givenUp",
         count(*) filter (where state = 'waiting' and created_at < now() - interval '15 minutes')::int as late,
         coalesce(extract(epoch from now() - min(created_at) filter (where state = 'waiting')), 0)::float8
           as "oldestSeconds",
         count(*) filter (where kind = 'enquiry' and is_late)::int as enquiries
       from (
         select created_at, kind, mail.is_late(message) as is_late, case
           when given_up_at is not null then 'given up'
           when refused_at is not null then 'rejected'
           when filed_at is not null then 'written'
           else 'waiting' end as state
         from mail.outbox as message where delivered_at is null
       ) as undelivered`,
    );
    return rows[0] as OutboxCounts;
  });
}
