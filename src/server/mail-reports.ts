import type { RunQuery } from '#backend/database/connect.ts';
import type { ReportSettings } from '#backend/mail/report-undeliverable.ts';
import type { Config } from './config.ts';

/** More would be no better informed. */
const MAX_ADDRESSES = 20;

/** Undeliverable messages are reported to the administrators who can sign in, with a link to their list. */
export function mailReports({ siteUrl }: Config): ReportSettings {
  return { recipients: listAdministratorAddresses, listUrl: `${siteUrl}/admin?tab=system` };
}

async function listAdministratorAddresses(query: RunQuery): Promise<string[]> {
  const { rows } = await query(
    `select u.email from public.admin_users a
       join public.usable_accounts s on s.id = a.user_id
       join auth.users u on u.id = s.id
     where u.email is not null order by u.email limit ${MAX_ADDRESSES}`,
  );
  return rows.map(({ email }) => String(email));
}
