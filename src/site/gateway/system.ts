import type { SystemBackup, SystemReport, UndeliveredMail, WaitingEnquiry } from '#contract/system.ts';
import type { DataClient } from './client.ts';
import { type ListPage, toListPage } from './lists.ts';
import { browserSiteConfig } from './site-config.ts';
import type { Row } from './site-database.ts';

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
export function requestTestMail(client: DataClient): Promise<TestMailResult> {
  return ask(client, 'POST', '/mail/test');
}

export async function listBackups(client: DataClient): Promise<SystemBackup[]> {
  const { rows } = await ask<{ rows: SystemBackup[] }>(client, 'GET', '/backups');
  return rows;
}

/** Begins a backup; the list shows its progress and its result. */
export async function startBackup(client: DataClient): Promise<void> {
  await ask(client, 'POST', '/backups');
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

/** A message that was not delivered; `given_up_at` is set where it is not retried any more. */
export type UndeliveredMessage = Pick<
  Row<'undelivered_mail'>,
  'id' | 'kind' | 'recipient' | 'created_at' | 'last_error' | 'next_attempt_at' | 'given_up_at' | 'filed_at'
>;

/**
 * The oldest messages that were not delivered, and how many there are. A hosted project sends its mail itself and has
 * no such list: the answer is empty. Rethrows the backend's error.
 */
export async function listUndeliveredMail(client: DataClient, limit: number): Promise<ListPage<UndeliveredMessage>> {
  if (browserSiteConfig().supabaseUrl !== '') return { rows: [], total: 0 };
  return toListPage(
    await client
      .from('undelivered_mail')
      .select('id, kind, recipient, created_at, last_error, next_attempt_at, given_up_at, filed_at', { count: 'exact' })
      .order('created_at')
      .order('id')
      .limit(limit),
  );
}
