import type { DataClient } from './client.ts';
import { anyContains } from './like-pattern.ts';

/** One thing that was done; `actor_email` is null for what an operator did outside the dashboard. */
export type ActivityEntry = {
  id: number;
  happened_at: string;
  actor_email: string | null;
  verb: string;
  subject: string;
  subject_id: string;
  title: string;
};

/** `subject` and `search` may be '' for everything. */
export type ActivityQuery = { subject: string; search: string; offset: number; limit: number };

/** A stretch of what was done, newest first, and how much there is in all. Rethrows the backend's error. */
export async function listActivity(
  client: DataClient,
  { subject, search, offset, limit }: ActivityQuery,
): Promise<{ rows: ActivityEntry[]; total: number }> {
  let query = client
    .from('activity')
    .select('id, happened_at, actor_email, verb, subject, subject_id, title', { count: 'exact' });
  if (subject) query = query.eq('subject', subject);
  if (search.trim()) query = query.or(anyContains(['title', 'actor_email'], search));
  const { data, count, error } = await query.order('id', { ascending: false }).range(offset, offset + limit - 1);
  if (error) throw error;
  return { rows: data, total: count ?? 0 };
}
