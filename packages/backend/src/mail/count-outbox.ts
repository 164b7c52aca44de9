import { asBackend } from '../database/as-caller.ts';
import type { DatabasePool } from '../database/connect.ts';

/** The messages of the outbox that have not arrived, by their state. Each message counts once, except in `late`. */
export type OutboxCounts = {
  /** Due now or at the next attempt. */
  waiting: number;
  /** Written as files, because there is no SMTP_URL. */
  written: number;
  /** Rejected by the mail server; tried again daily for a week. */
  rejected: number;
  /** No longer tried. */
  givenUp: number;
  /** Waiting messages that are older than a quarter of an hour. */
  late: number;
  /** The age of the oldest that is waiting, in seconds; 0 without one. */
  oldestSeconds: number;
  /** Late enquiries in any state: nobody has read them by mail. */
  enquiries: number;
};

/** Counts the messages that have not arrived. Throws as `asBackend` does. */
export async function countOutbox(database: DatabasePool): Promise<OutboxCounts> {
  return asBackend(database, async (query) => {
    const { rows } = await query(
      `select
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
