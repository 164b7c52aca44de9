import type { RunQuery } from '#backend/database/connect.ts';

/** A jump of PostgreSQL's clock, in ISO 8601. Until `until` nothing is deleted by age. */
export type ClockHold = { from: string; to: string; until: string };

/**
 * Looks at PostgreSQL's clock. A difference of more than a day from the last look (at the first look, from the newest
 * row) means that the clock is or was wrong, or that the site was off. Deletion by age then pauses for a day. Returns
 * the hold, or null. Needs the role `backend`; the row stays locked to the end of the transaction.
 */
export async function watchClock(query: RunQuery): Promise<ClockHold | null> {
  await query(FIRST_LOOK);
  await query('select from backend.clock for update');
  const { rows } = await query(LOOK);
  return (rows[0] as ClockHold | undefined) ?? null;
}

/** The hold of the last look, or null. */
export async function readClockHold(query: RunQuery): Promise<ClockHold | null> {
  const { rows } = await query(`select ${HOLD} from backend.clock where held_until > now()`);
  return (rows[0] as ClockHold | undefined) ?? null;
}

const isoText = (time: string): string => `to_json(${time})#>>'{}'`;
const HOLD = `${isoText('jumped_from')} as from, ${isoText(`held_until - interval '1 day'`)} as to,
  ${isoText('held_until')} as until`;
const FIRST_LOOK = `insert into backend.clock (seen_at)
  select coalesce(greatest(
    (select max(created_at) from mail.outbox),
    (select happened_at from public.activity order by id desc limit 1),
    (select max(created_at) from auth.users)
  ), now()) on conflict do nothing`;
const LOOK = `with looked as (
    update backend.clock set
      seen_at = now(),
      jumped_from = case when jumped then seen_at else jumped_from end,
      held_until = case when jumped then now() + interval '1 day' else held_until end
    from (select abs(extract(epoch from now() - seen_at)) > 86400 as jumped from backend.clock) as last
    returning jumped_from, held_until
  )
  select ${HOLD} from looked where held_until > now()`;
