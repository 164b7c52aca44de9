import type { DataClient } from './client.ts';
import { type ListPage, toListPage } from './list-page.ts';
import type { Row } from './site-database.ts';
import { browserSiteConfig } from './site-config.ts';

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
