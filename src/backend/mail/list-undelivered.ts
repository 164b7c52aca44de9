import { asBackend } from '../database/as-caller.ts';
import type { Database } from '../database/connect.ts';

/** A message that has not arrived, for the operator. Times are ISO 8601. */
export type UndeliveredMail = {
  id: string;
  kind: string;
  recipient: string;
  created_at: string;
  attempts: number;
  next_attempt_at: string;
  last_error: string | null;
  /** Whether the mail server refused it for good; it is then not tried again. */
  refused: boolean;
};

/** Everything that has not arrived, oldest first, whatever the reason: for `doctor`, the start-up text and tests. */
export async function listUndelivered(database: Database): Promise<UndeliveredMail[]> {
  const { rows } = await asBackend(database, (query) =>
    query(
      `select id, kind, recipient, to_json(created_at)#>>'{}' as created_at, attempts,
         to_json(next_attempt_at)#>>'{}' as next_attempt_at, last_error, refused_at is not null as refused
       from mail.outbox where delivered_at is null order by mail.outbox.created_at, id`,
    ),
  );
  return rows as UndeliveredMail[];
}
