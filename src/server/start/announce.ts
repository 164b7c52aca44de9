import { asBackend } from '#backend/database/as-caller.ts';
import type { DatabasePool } from '#backend/database/connect.ts';
import { countOutbox } from '#backend/mail/undelivered.ts';
import { enquiriesHaveReachedNobody } from '#operations/diagnosis/readiness-checks.ts';
import { describeMisspelt } from '#operations/diagnosis/site-checks.ts';
import { readProduct } from '#operations/diagnosis/machine-checks.ts';
import type { Config } from '../config.ts';
import { isUnlisted, UNLISTED } from '../unlisted.ts';

/** Counts from the database; null with a hosted backend. */
type Counts = { administrators: number; undelivered: number; enquiries: number } | null;

/** The text that the operator reads after the start: version, place of the data, mail, and what to do first. */
export function announceReady(config: Config, url: string, counts: Counts): string {
  const lines = [''];
  lines.push(`ready ${url}`, '', `  Version   ${readProduct().version}`);
  if (config.hosted) lines.push(`  Backend   hosted, at ${config.hosted.url}`);
  else lines.push(`  Data      ${config.databaseUrl ? 'PostgreSQL at DATABASE_URL' : config.dataFolder}`);
  if (config.store) lines.push(`  Files     in the bucket ${config.store.bucket} at ${config.store.endpoint}`);
  if (config.workers > 1) lines.push(`  Workers   ${config.workers}`);
  if (isUnlisted(config.siteUrl)) lines.push(`  Search    ${UNLISTED.says}`, `            ${UNLISTED.remedy}`);
  lines.push(`  Mail      ${describeMail(config)}`);
  if (counts && counts.undelivered > 0) lines.push(`            ${describeUndelivered(counts.undelivered)}`);
  if (counts && counts.enquiries > 0) {
    lines.push(`  WARNING   ${enquiriesHaveReachedNobody(counts.enquiries)}: read them in the dashboard (System)`);
  }
  for (const variable of config.misspelt) lines.push(`  WARNING   ${describeMisspelt(variable)}`);
  if (counts?.administrators === 0) {
    lines.push('  Sign in   No administrator yet. Create one:');
    lines.push('            npm run admin -- create you@firm.example');
  }
  return lines.join('\n');
}

function describeMail(config: Config): string {
  if (config.hostedMail) return 'enquiries go out by the hosted EmailJS account';
  if (config.hosted) return 'no EMAILJS: the enquiry form sends nothing and says so. Set EMAILJS to receive enquiries.';
  if (config.smtpUrl) return `sent through ${new URL(config.smtpUrl).host}`;
  return 'no SMTP_URL: nothing is sent. Messages wait in the outbox and go out once SMTP_URL is set.';
}

function describeUndelivered(count: number): string {
  return `${count === 1 ? '1 message has' : `${count} messages have`} not arrived; see npm run mail -- list`;
}

/** Counts administrators who can sign in, undelivered messages and late enquiries for the start-up text. */
export async function countForOperator(database: DatabasePool): Promise<NonNullable<Counts>> {
  const administrators = await asBackend(database, async (query) => {
    const { rows } = await query(
      `select count(*)::int as administrators
       from public.admin_users a join public.usable_accounts u on u.id = a.user_id`,
    );
    return Number(rows[0]?.['administrators'] ?? 0);
  });
  const { undelivered, enquiries } = await countOutbox(database);
  return { administrators, undelivered, enquiries };
}
