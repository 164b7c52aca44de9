import { asBackend } from '#backend/database/as-caller.ts';
import type { DatabasePool } from '#backend/database/connect.ts';
import { countOf } from '../amounts.ts';
import { type Verdict, good, warning } from '../finding.ts';

const COUNT = `select count(*)::int as count,
    (count(*) filter (where exists (
      select from auth.mfa_factors f where f.user_id = a.user_id and f.status = 'verified')))::int as with_mfa
  from public.admin_users a join public.usable_accounts u on u.id = a.user_id`;

/** Checks that somebody can sign in at the dashboard. Throws as `asBackend` does. */
export async function checkAdministrators(database: DatabasePool): Promise<Verdict> {
  const { rows } = await asBackend(database, (query) => query(COUNT));
  const { count, with_mfa: withMfa } = rows[0] as { count: number; with_mfa: number };
  if (count === 0) {
    return warning('No administrator can sign in.', 'Make one: npm run admin -- create you@firm.example');
  }
  return good(`${countOf(count, 'administrator')} can sign in, ${withMfa} of them with MFA.`);
}
