import { asBackend } from '../database/as-caller.ts';
import type { DatabasePool } from '../database/connect.ts';

/** A message that has not been delivered, for the operator. Times are ISO 8601. */
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
};

const COLUMNS = ['created_at', 'next_attempt_at', 'refused_at', 'given_up_at']
  .map((column) => `to_json(${column})#>>'{}' as ${column}`)
  .join(', ');

/** Lists all messages that have not been delivered, oldest first. */
export async function listUndelivered(database: DatabasePool): Promise<UndeliveredMail[]> {
  const { rows } = await asBackend(database, (query) =>
    query(
      `select id, kind, recipient, attempts, last_error, ${COLUMNS}
       from mail.outbox where delivered_at is null order by mail.outbox.created_at, id`,
    ),
  );
  return rows as UndeliveredMail[];
}

/** Counts the messages that have not been delivered. */
export async function countUndelivered(database: DatabasePool): Promise<number> {
  const { rows } = await asBackend(database, (query) =>
    query('select count(*)::int as undelivered from mail.outbox where delivered_at is null'),
  );
  return Number(rows[0]?.['undelivered'] ?? 0);
}
