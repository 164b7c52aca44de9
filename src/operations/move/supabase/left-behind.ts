import type pg from 'pg';

const COUNTS = `select
    (select count(distinct user_id)::int from auth.mfa_factors where status = 'verified') as with_mfa,
    (select count(*)::int from mail.outbox where delivered_at is null) as undelivered`;

/** Lines for the operator about what stays in the database of the site. */
export async function listLeftBehind(from: pg.Client): Promise<string[]> {
  const { rows } = await from.query<{ with_mfa: number; undelivered: number }>(COUNTS);
  const { with_mfa: withMfa = 0, undelivered = 0 } = rows[0] ?? {};
  return [
    'Not moved: sessions and links in mails; everybody signs in again.',
    ...(withMfa > 0
      ? [`Not moved: MFA of ${withMfa} accounts, whose owners set it up again. Until then a password opens them.`]
      : []),
    ...(undelivered > 0 ? [`Not moved: ${undelivered} messages that have not arrived (npm run mail -- list).`] : []),
  ];
}
