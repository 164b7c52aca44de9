import {
  KNOWN_CLIENT_DAYS,
  MAILED_CODE_DAYS,
  UNCONFIRMED_ACCOUNT_DAYS,
  UNUSED_SESSION_DAYS,
  daysBefore,
} from '#contract/retention.ts';
import { asBackend } from '../database/as-caller.ts';
import type { DatabasePool } from '../database/connect.ts';

/**
 * Deletes what is older than the periods of retention.ts; `activityDays` is that of the activity list. A session that is
 * deleted signs its browser out. One transaction: all of it goes or nothing.
 */
export async function forgetOld(database: DatabasePool, activityDays: number, now: Date): Promise<void> {
  const before = (days: number): string => daysBefore(now, days).toISOString();
  await asBackend(database, async (query) => {
    await query('select public.forget_old_traces($1)', [before(activityDays)]);
    await query('delete from auth.known_clients where last_used_at < $1', [before(KNOWN_CLIENT_DAYS)]);
    await query(`delete from auth.sessions where coalesce(refreshed_at at time zone 'utc', created_at) < $1`, [
      before(UNUSED_SESSION_DAYS),
    ]);
    await query(`delete from auth.one_time_tokens where created_at at time zone 'utc' < $1`, [
      before(MAILED_CODE_DAYS),
    ]);
    await query(UNCONFIRMED_ACCOUNTS, [before(UNCONFIRMED_ACCOUNT_DAYS)]);
  });
}

/** Sign-ups by address that nobody confirmed or used: no invitation, no wallet, no anonymous account, no administrator. */
const UNCONFIRMED_ACCOUNTS = `delete from auth.users u
  where u.confirmed_at is null and u.invited_at is null and u.last_sign_in_at is null and u.created_at < $1
    and coalesce(u.email, '') <> '' and not u.is_anonymous and u.deleted_at is null
    and not exists (select from public.admin_users a where a.user_id = u.id)
    and not exists (select from auth.identities i where i.user_id = u.id and i.provider <> 'email')`;
