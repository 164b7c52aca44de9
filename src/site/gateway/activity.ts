import type { DataClient } from './client.ts';
import { anyContains } from './like-pattern.ts';
import { type ListPage, type ListRange, toListPage } from './list-page.ts';
import type { Row } from './site-database.ts';

/**
 * One recorded change; `actor_email` is null for a change made outside the dashboard, and with an `actor_id` for one by an
 * account that was deleted.
 */
export type ActivityEntry = Pick<
  Row<'activity'>,
  'id' | 'happened_at' | 'actor_id' | 'actor_email' | 'verb' | 'subject' | 'subject_id' | 'title'
>;

/** `subject` and `search` may be '' for everything. */
export type ActivityQuery = ListRange & { subject: string; search: string };

/** A page of the recorded changes, newest first. Rethrows the backend's error. */
export async function listActivity(
  client: DataClient,
  { subject, search, offset, limit }: ActivityQuery,
): Promise<ListPage<ActivityEntry>> {
  let query = client
    .from('activity')
    .select('id, happened_at, actor_id, actor_email, verb, subject, subject_id, title', { count: 'exact' });
  if (subject) query = query.eq('subject', subject);
  if (search.trim()) query = query.or(anyContains(['title', 'actor_email'], search));
  return toListPage(await query.order('id', { ascending: false }).range(offset, offset + limit - 1));
}
