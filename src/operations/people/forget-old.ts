import {
  KNOWN_CLIENT_DAYS,
  MAILED_CODE_DAYS,
  UNCONFIRMED_ACCOUNT_DAYS,
  UNUSED_SESSION_DAYS,
  VIEW_COUNT_DAYS,
} from '#contract/retention.ts';
import { asBackend } from '#backend/database/as-caller.ts';
import type { DatabasePool, RunQuery } from '#backend/database/connect.ts';
import { type ClockHold, watchClock } from './watch-clock.ts';

/** How many rows were deleted, by what they are; or why nothing was. */
export type Forgotten = { deleted: Record<string, number>; held: ClockHold | null };

/**
 * Deletes what is older than the periods of retention.ts, the oldest first and a small share of each table at a time;
 * `activityDays` is the period of the activity list. The clock is PostgreSQL's; after a jump nothing is deleted. A session
 * that is deleted signs its browser out. One transaction: all of it goes or nothing.
 */
export async function forgetOld(database: DatabasePool, activityDays: number): Promise<Forgotten> {
  return asBackend(database, async (query) => {
    const held = await watchClock(query);
    if (held) return { deleted: {}, held };
    const { rows } = await query('select public.forget_old_traces(now() - make_interval(days => $1)) as count', [
      activityDays,
    ]);
    const deleted: Record<string, number> = { activity: Number(rows[0]?.['count']) };
    for (const [name, old] of Object.entries(OLD)) deleted[name] = await deleteShare(query, old);
    return { deleted, held: null };
  });
}

type Old = { table: string; age: string; days: number; also?: string };

/** The rows that are deleted by age, with the SQL expression of their time. */
const OLD: Readonly<Record<string, Old>> = {
  'known devices': { table: 'auth.known_clients', age: 'last_used_at', days: KNOWN_CLIENT_DAYS },
  sessions: {
    table: 'auth.sessions',
    age: `coalesce(refreshed_at at time zone 'utc', created_at)`,
    days: UNUSED_SESSION_DAYS,
  },
  views: { table: 'public.view_counts', age: 'day::timestamptz', days: VIEW_COUNT_DAYS },
  'mailed codes': { table: 'auth.one_time_tokens', age: `created_at at time zone 'utc'`, days: MAILED_CODE_DAYS },
  // Sign-ups by address that nobody used: no invitation, no wallet, no anonymous account, nobody with rights.
  'unconfirmed accounts': {
    table: 'auth.users',
    age: 'created_at',
    days: UNCONFIRMED_ACCOUNT_DAYS,
    also: `and confirmed_at is null and invited_at is null and last_sign_in_at is null
      and coalesce(email, '') <> '' and not is_anonymous and deleted_at is null
      and not exists (select from public.admin_users a where a.user_id = old.id)
      and not exists (select from public.writers w where w.user_id = old.id)
      and not exists (select from auth.identities i where i.user_id = old.id and i.provider <> 'email')`,
  },
};

async function deleteShare(query: RunQuery, { table, age, days, also = '' }: Old): Promise<number> {
  const { rowCount } = await query(
    `delete from ${table} where ctid = any (array(
       select old.ctid from ${table} old where ${age} < now() - make_interval(days => $1) ${also}
       order by ${age} limit (select public.deletable_share(count(*)) from ${table})
     ))`,
    [days],
  );
  return rowCount;
}
