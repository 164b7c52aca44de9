import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MailSettings } from '#backend/deps.ts';
import { type MailServerError, tryMailServer } from '#backend/mail/smtp-transport.ts';
import { asBackend } from '#backend/database/as-caller.ts';
import type { DatabasePool } from '#backend/database/connect.ts';
import { countOf } from '#contract/amounts.ts';
import { type Verdict, bad, durationOf, good, warning } from './finding.ts';
import type { MisspeltVariable, Subject } from './subject.ts';

const SITE_ANSWERS_WITHIN_MS = 5_000;

/** Checks that the site of the data folder serves. Never throws. */
export async function checkSite(running: Subject['running']): Promise<Verdict> {
  if (running === null) return good(`This process has been running for ${durationOf(process.uptime() * 1000)}.`);
  if (running === 'stopped') return bad('The site is not running.', 'Start it: npm start.');
  const { pid, url } = running;
  const server = pid === null ? 'The site' : `Process ${pid}`;
  try {
    const response = await fetch(`${url}/robots.txt`, { signal: AbortSignal.timeout(SITE_ANSWERS_WITHIN_MS) });
    await response.text();
    return good(`${server} serves at ${url}.`);
  } catch {
    return bad(`${server} does not answer at ${url}.`, 'Look at its log, then stop it and start it again.');
  }
}

/** Checks that no variable is misspelt: it would be ignored silently. */
export function checkSettings(misspelt: readonly MisspeltVariable[]): Verdict {
  if (misspelt.length === 0) return good('No variable is misspelt.');
  return warning(misspelt.map(describeMisspelt).join(' '), 'Correct the names; docs/settings.md lists the variables.');
}

/** How many of a list are named. */
const MAX_NAMED = 5;

const firstOf = (names: readonly string[]): string =>
  names.slice(0, MAX_NAMED).join(', ') + (names.length > MAX_NAMED ? `, and ${names.length - MAX_NAMED} more` : '');

/** Names, numbers and addresses of the firm that come with the software are nobody's. */
export function checkSamples(samples: readonly string[]): Verdict {
  if (samples.length === 0) return good('No fact about the firm, its offices and its people is a sample.');
  return warning(`Samples are left in: ${samples.join(', ')}.`, 'Replace them in the tab Firm of the dashboard.');
}

/** Stored words that no longer fit the layout are not shown; they stay in the database until somebody saves others. */
export function checkWords(misfits: readonly string[]): Verdict {
  if (misfits.length === 0) return good('All stored words fit the pages.');
  return warning(
    `Stored words that do not fit the pages, in place of which the built-in ones are shown: ${firstOf(misfits)}.`,
    'Open the tab Firm or Pages of the dashboard, correct them and save.',
  );
}

/** One sentence; the start says it as well. */
export function describeMisspelt({ name, meant }: MisspeltVariable): string {
  return `${name} is no variable of the site.${meant ? ` Is ${meant} meant?` : ''}`;
}

/** The site itself speaks no TLS, so an https address means a reverse proxy, which the site must know of. */
export function checkProxy({ siteUrl, trustProxy }: { siteUrl: string; trustProxy: number }): Verdict {
  const isBehindProxy = siteUrl.startsWith('https:');
  if (isBehindProxy && trustProxy === 0) {
    return warning(
      'The site has a reverse proxy and does not trust it: all visitors seem to have one address, and share its limits.',
      'Set TRUST_PROXY=true, or TRUST_PROXY=2 behind a CDN and a load balancer.',
    );
  }
  if (!isBehindProxy && trustProxy > 0) {
    return warning(
      'TRUST_PROXY is set, and SITE_URL has no https: without a proxy visitors can choose the address that limits count.',
      'Unset TRUST_PROXY if no reverse proxy is in front.',
    );
  }
  return good(trustProxy === 0 ? 'No reverse proxy.' : `Addresses of visitors come from ${trustProxy} proxy hop(s).`);
}

/** Connects to the mail server and signs in, and sends nothing. Never throws. */
export async function checkMailServer({ smtpUrl }: Pick<MailSettings, 'smtpUrl'>): Promise<Verdict> {
  if (smtpUrl === null) {
    return warning(
      'No mail server is set: no message leaves the site. They are kept.',
      'Set the mail server (SMTP_URL, smtp://user:password@host:587). What is kept is sent at the next start.',
    );
  }
  const { host } = new URL(smtpUrl);
  const error = await tryMailServer(smtpUrl);
  return error === null ? good(`${host} accepts the site.`) : describeMailError(host, error);
}

/** An error of the mail server in words. The codes are nodemailer's (nodemailer/lib/errors). */
export function describeMailError(host: string, { code, reason }: MailServerError): Verdict {
  return bad(`${host} cannot be used: ${reason}`, remedyFor(/certificate|:SSL routines:/.test(reason) ? 'ETLS' : code));
}

function remedyFor(code: string): string {
  if (code === 'EAUTH' || code === 'ENOAUTH' || code === 'EOAUTH2') {
    return 'Check user and password of the mail server (in SMTP_URL, with special characters percent-encoded).';
  }
  if (code === 'EDNS') return 'Check the name of the mail server (in SMTP_URL).';
  if (code === 'ETLS')
    return 'Check the certificate of the mail server (NODE_EXTRA_CA_CERTS=FILE trusts an authority of your own), and whether SMTP_URL needs smtps:// or smtp://. For a password without encryption, end it with ?requireTLS=false.';
  if (code === 'EENVELOPE') return 'Check MAIL_FROM, and whether the mail server lets this user send from it.';
  return 'Check host and port of the mail server (in SMTP_URL), and whether this machine may connect to them.';
}

const PROJECT_ANSWERS_WITHIN_MS = 8_000;

/** Checks that the hosted Supabase project answers and has the tables of the site. Never throws. */
export async function checkHostedProject({ url, anonKey }: { url: string; anonKey: string }): Promise<Verdict> {
  try {
    const signal = AbortSignal.timeout(PROJECT_ANSWERS_WITHIN_MS);
    const response = await fetch(`${url}/rest/v1/blog_posts?select=id&limit=1`, {
      headers: { apikey: anonKey },
      signal,
    });
    if (response.ok) return good(`${url} answers and has the tables of the site.`);
    if (response.status === 401) return bad(`${url} rejects the key.`, 'Correct SUPABASE_ANON_KEY.');
    if (response.status === 404) return bad(`${url} has no table of posts.`, 'Run supabase db push.');
    return bad(`${url} answers with status ${response.status}.`, "Look at the project's dashboard at Supabase.");
  } catch (error) {
    const { code = (error as Error).name } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
    return bad(`${url} cannot be reached (${code}).`, 'Check SUPABASE_URL, and whether the project is paused.');
  }
}

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
  const says = `${countOf(count, 'administrator')} can sign in, ${withMfa} of them with MFA.`;
  if (count > 1) return good(says);
  return warning(
    says,
    'Invite a second one in the tab Users: without the first, only the command line lets anybody in.',
  );
}

/** The sample rows that nobody has changed, by what was written with them. */
const SAMPLES_LEFT = `select
    (select count(*)::int from jsonb_to_recordset($1::jsonb) as s(slug text, updated_at timestamptz)
      join public.blog_posts p on p.slug = s.slug and p.updated_at = s.updated_at) as posts,
    (select count(*)::int from jsonb_to_recordset($2::jsonb) as s(name text, company text, testimonial text)
      join public.testimonials t on t.name = s.name and t.company = s.company and t.testimonial = s.testimonial)
      as testimonials`;

/** Counts the sample posts and testimonials that are still as they came. Throws as `asBackend` does. */
export async function checkSampleContent(database: DatabasePool, supabaseFolder: string): Promise<Verdict> {
  const read = (file: string) => readFile(join(supabaseFolder, 'sample', file), 'utf8');
  const samples = await Promise.all([read('posts.json'), read('testimonials.json')]);
  const { rows } = await asBackend(database, (query) => query(SAMPLES_LEFT, samples));
  const { posts, testimonials } = rows[0] as { posts: number; testimonials: number };
  if (posts + testimonials === 0) return good('No sample post and no sample testimonial is left.');
  return warning(
    `${countOf(posts, 'sample post')} and ${countOf(testimonials, 'sample testimonial')} are as they came.`,
    'Delete them, or make them your own: the testimonials are invented.',
  );
}
