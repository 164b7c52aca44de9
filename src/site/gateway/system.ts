import type { SystemBackup, SystemReport, UndeliveredMail, WaitingEnquiry } from '#contract/system.ts';
import type { DataClient } from './client.ts';
import type { ListPage } from './list-page.ts';
import { browserSiteConfig } from './site-config.ts';

/** An error of the service at `/system/v1`; `code` is of its catalogue. */
export class SystemRequestError extends Error {
  override name = 'SystemRequestError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Whether the site has the service: only the embedded backend has it, a hosted project watches itself. */
export function hasSystemService(): boolean {
  return browserSiteConfig().supabaseUrl === '';
}

/** Has all checks of the site made now; takes seconds. Throws SystemRequestError, as all below. */
export function readSystemReport(client: DataClient): Promise<SystemReport> {
  return ask(client, 'GET', '/checks');
}

/** The oldest messages that were not delivered, those of the last minutes included, and how many there are. */
export function listWaitingMail(client: DataClient): Promise<ListPage<UndeliveredMail>> {
  return ask(client, 'GET', '/mail');
}

/** The text of an enquiry that has not been delivered. */
export function readWaitingEnquiry(client: DataClient, id: string): Promise<WaitingEnquiry> {
  return ask(client, 'GET', `/mail/${encodeURIComponent(id)}`);
}

/** Has a message, or `all`, tried again now. Returns how many are tried. */
export async function retryMail(client: DataClient, id: string): Promise<number> {
  const { due } = await ask<{ due: number }>(client, 'POST', `/mail/${encodeURIComponent(id)}/retry`);
  return due;
}

export type TestMailResult = { to: string; error: { says: string; remedy: string | null } | null };

/** Sends a test message to the own address; `error` is what the mail server said against it. */
export function sendTestMail(client: DataClient): Promise<TestMailResult> {
  return ask(client, 'POST', '/mail/test');
}

export async function listBackups(client: DataClient): Promise<SystemBackup[]> {
  const { rows } = await ask<{ rows: SystemBackup[] }>(client, 'GET', '/backups');
  return rows;
}

/** The address of a backup's file, for a minute. */
export async function linkToBackup(client: DataClient, id: string): Promise<string> {
  const { url } = await ask<{ url: string }>(client, 'POST', `/backups/${encodeURIComponent(id)}/link`);
  return url;
}

async function ask<Answer>(client: DataClient, method: 'GET' | 'POST', path: string): Promise<Answer> {
  const { data } = await client.auth.getSession();
  const { anonKey } = browserSiteConfig();
  const headers = { apikey: anonKey, Authorization: `Bearer ${data.session?.access_token ?? anonKey}` };
  const response = await fetch(`/system/v1${path}`, { method, headers });
  const answer = (await response.json().catch(() => ({}))) as Answer & { code?: string; message?: string };
  if (!response.ok)
    throw new SystemRequestError(answer.code ?? 'unknown', answer.message ?? `Status ${response.status}`);
  return answer;
}
