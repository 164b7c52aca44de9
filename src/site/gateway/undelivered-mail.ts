import type { DataClient } from './client.ts';
import { browserSiteConfig } from './site-config.ts';

/** A message that has not arrived; `given_up_at` is set where it is no longer tried by itself. */
export type UndeliveredMail = {
  id: string;
  kind: string;
  recipient: string;
  created_at: string;
  last_error: string | null;
  next_attempt_at: string;
  given_up_at: string | null;
};

/**
 * The oldest messages that have not arrived, and how many there are in all. A hosted project sends its mail itself and
 * keeps no such list: there is none. Rethrows the backend's error.
 */
export async function listUndeliveredMail(
  client: DataClient,
  limit: number,
): Promise<{ rows: UndeliveredMail[]; total: number }> {
  if (browserSiteConfig().supabaseUrl !== '') return { rows: [], total: 0 };
  const { data, count, error } = await client
    .from('undelivered_mail')
    .select('id, kind, recipient, created_at, last_error, next_attempt_at, given_up_at', { count: 'exact' })
    .order('created_at')
    .order('id')
    .limit(limit);
  if (error) throw error;
  return { rows: data as UndeliveredMail[], total: count ?? 0 };
}
