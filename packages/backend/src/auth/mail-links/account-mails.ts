import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MailLifetimes } from './one-time-tokens.ts';
import { plainText } from './plain-text.ts';

const KINDS = [
  'confirmation',
  'add_address',
  'recovery',
  'magic_link',
  'email_change',
  'invite',
  'reauthentication',
] as const;
export type AccountMailKind = (typeof KINDS)[number];

/** The variables of GoTrue's templates that these templates may use. A hosted project uses the same files. */
const VARIABLE_NAMES = ['ConfirmationURL', 'Token', 'TokenHash', 'SiteURL', 'RedirectTo', 'Email', 'NewEmail'] as const;
export type MailVariables = Record<(typeof VARIABLE_NAMES)[number], string>;

/** Who sends an invitation, and as what, such as "a writer"; '' where that is not known. */
export type Invitation = { by: string; as: string };

export type AccountMails = (
  kind: AccountMailKind,
  variables: MailVariables,
  lifetimes: MailLifetimes,
  invitation?: Invitation,
) => { subject: string; html: string; text: string };

/**
 * Reads the template of each kind, such as `magic_link.html`, in the folder and returns the function that renders them.
 * The subject is the `<title>`; `siteName` replaces the address of the site there and where the mail says who writes.
 * Throws when a template is missing, has no title or has an unknown variable.
 */
export function readAccountMails(folder: string, siteName: () => string): AccountMails {
  const templates = new Map<AccountMailKind, string>(
    KINDS.map((kind) => [kind, readFileSync(join(folder, `${kind}.html`), 'utf8')]),
  );
  for (const [kind, template] of templates) requireKnownVariables(kind, template);
  return (kind, variables, lifetimes, invitation = { by: '', as: '' }) => {
    const named = nameSite(templates.get(kind) ?? '', siteName());
    const stated = nameInviter(stateLifetimes(named, lifetimes), invitation);
    const html = renderTemplate(stated, variables);
    return { subject: subjectOf(html), html, text: plainText(html) };
  };
}

// redos-disable-next-line -- templates are files of the repository
const VARIABLE = /\{\{\s*\.(\w+)\s*\}\}/g;
const KNOWN: ReadonlySet<string> = new Set(VARIABLE_NAMES);

// redos-disable-next-line -- templates are files of the repository
const QUERY_OF_LINK = /(?<=href="[^"?]*\?)[^"]*(?=")/g;

/**
 * Replaces `{{ .Name }}` by the value, escaped for its place as Go does: for a URL in the query of a link, else for HTML.
 * No other syntax of Go's templates is supported.
 */
export function renderTemplate(template: string, variables: MailVariables): string {
  const fill = (text: string, escape: (value: string) => string) =>
    text.replace(VARIABLE, (_, name: keyof MailVariables) => escape(variables[name]));
  return fill(
    template.replace(QUERY_OF_LINK, (query) => fill(query, encodeURIComponent)),
    escapeHtml,
  );
}

/** Writes the name into the elements that stand for it. The files have the address, for which hosted projects have a variable. */
function nameSite(template: string, siteName: string): string {
  const name = escapeHtml(siteName);
  return (
    template
      // redos-disable-next-line -- templates are files of the repository
      .replace(/<title>.*?<\/title>/s, (title) => title.replace(/\{\{ \.SiteURL \}\}/g, () => name))
      // redos-disable-next-line -- templates are files of the repository
      .replace(/(<span data-site="name">)[^<]*(?=<\/span>)/g, (_, tag: string) => tag + name)
  );
}

// redos-disable-next-line -- templates are files of the repository
const INVITED = /(<span data-invited-(by|as)>)[^<]*(?=<\/span>)/g;

/**
 * Writes who invites, and as what, into the elements that stand for it. A hosted project sends their words as they are:
 * "A colleague", and nothing.
 */
function nameInviter(template: string, { by, as }: Invitation): string {
  const words: Record<string, string> = { by, as: as && ` as ${as}` };
  return template.replace(INVITED, (whole, tag: string, of: string) => {
    const said = words[of];
    return said ? tag + escapeHtml(said) : whole;
  });
}

// redos-disable-next-line -- templates are files of the repository
const LIFETIME = /(<span data-lifetime="(link|code)">)[^<]*(?=<\/span>)/g;

/**
 * Writes the lifetimes in force into the elements that state one. The files themselves state that of a hosted project,
 * which has one for all links and codes and no variable for it (`otp_expiry` of supabase/config.toml).
 */
function stateLifetimes(template: string, lifetimes: MailLifetimes): string {
  return template.replace(LIFETIME, (_, tag: string, of: keyof MailLifetimes) => tag + durationWords(lifetimes[of]));
}

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

/** Seconds in words that follow "within": "an hour", "a day", "3 hours", "30 minutes". */
export function durationWords(seconds: number): string {
  if (seconds === DAY_S) return 'a day';
  if (seconds === HOUR_S) return 'an hour';
  if (seconds % DAY_S === 0) return `${seconds / DAY_S} days`;
  if (seconds % HOUR_S === 0) return `${seconds / HOUR_S} hours`;
  return `${Math.floor(seconds / 60)} minutes`;
}

function requireKnownVariables(kind: string, template: string): void {
  const known = template.replace(VARIABLE, (whole, name: string) => (KNOWN.has(name) ? '' : whole));
  // redos-disable-next-line -- templates are files of the repository
  const unknown = /\{\{.*?\}\}/s.exec(known);
  if (unknown) throw new Error(`The mail template ${kind}.html has ${unknown[0]}, which is not understood.`);
  if (subjectOf(template) === '') throw new Error(`The mail template ${kind}.html has no <title> for its subject.`);
}

function subjectOf(html: string): string {
  // redos-disable-next-line -- a template has one title; values are escaped
  return plainText(/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? '').replace(/\s+/g, ' ');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
