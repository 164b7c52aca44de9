import { asBackend } from '../database/as-caller.ts';
import type { DatabasePool } from '../database/connect.ts';

/** A message that has not arrived, for the operator. Times are ISO 8601. */
export type UndeliveredMail = {
  id: string;
  kind: string;
  recipient: string;
  created_at: string;
  attempts: number;
  next_attempt_at: string;
  last_error: string | null;
  /** When the mail server first refused it, or null; it is then tried again daily for a week. */
  refused_at: string | null;
  /** When it was given up, or null; it is then only tried again by hand, or when settings have changed. */
  given_up_at: string | null;
};

const COLUMNS = ['created_at', 'next_attempt_at', 'refused_at', 'given_up_at']
  .map((column) => `to_json(${column})#>>'{}' as ${column}`)
  .join(', ');

/** Everything that has not arrived, oldest first, whatever the reason: for `npm run mail` and tests. */
export async function listUndelivered(database: DatabasePool): Promise<UndeliveredMail[]> {
  const { rows } = await asBackend(database, (query) =>
    query(
      `select id, kind, recipient, attempts, last_error, ${COLUMNS}
       from mail.outbox where delivered_at is null order by mail.outbox.created_at, id`,
    ),
  );
  return rows as UndeliveredMail[];
}

/** How many messages have not arrived. */
export async function countUndelivered(database: DatabasePool): Promise<number> {
  const { rows } = await asBackend(database, (query) =>
    query('select count(*)::int as undelivered from mail.outbox where delivered_at is null'),
  );
  return Number(rows[0]?.['undelivered'] ?? 0);
}
