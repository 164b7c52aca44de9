import type { DataClient } from './client.ts';

/** Who made the present version of a row. The e-mail address is null for the operator, or where it was not recorded. */
export type LastSave = { email: string | null; userId: string | null; form: string | null };

const UNKNOWN: LastSave = { email: null, userId: null, form: null };

/** Who made the version of the post that was saved at `savedAt`. Rethrows the backend's error. */
export async function findPostSaver(client: DataClient, postId: string, savedAt: string): Promise<LastSave> {
  const { data, error } = await client
    .from('post_revisions')
    .select('saved_by, saved_by_email, saved_from')
    .eq('post_id', postId)
    // The trigger writes both times in one transaction.
    .eq('saved_at', savedAt)
    .limit(1);
  if (error) throw error;
  const [one] = data;
  return one ? { email: one.saved_by_email, userId: one.saved_by, form: one.saved_from } : UNKNOWN;
}

/** The same for a category or testimonial, which have no revisions. Rethrows the backend's error. */
export async function findItemSaver(client: DataClient, id: string, savedAt: string): Promise<LastSave> {
  const { data, error } = await client
    .from('activity')
    .select('actor_id, actor_email')
    .eq('subject_id', id)
    .eq('happened_at', savedAt)
    .limit(1);
  if (error) throw error;
  const [one] = data;
  return one ? { email: one.actor_email, userId: one.actor_id, form: null } : UNKNOWN;
}
