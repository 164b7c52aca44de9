import type { DataClient } from './client.ts';
import type { ItemTable } from '#contract/items.ts';

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

type Version = { id: string; updated_at: string };

/**
 * Who made these versions, by the id of the row. A version that changed nothing, or that no person of the dashboard
 * made, is not among them. Rethrows the backend's error.
 */
export async function listSavers(
  client: DataClient,
  table: ItemTable,
  versions: readonly Version[],
): Promise<Map<string, LastSave>> {
  const saves = await (table === 'blog_posts' ? savesOfPosts : savesOfItems)(client, versions);
  const savedAt = new Map(versions.map(({ id, updated_at }) => [id, updated_at]));
  return new Map(saves.filter(({ id, at }) => savedAt.get(id) === at).map(({ id, by }) => [id, by]));
}

type Save = { id: string; at: string; by: LastSave };

const idsOf = (versions: readonly Version[]) => versions.map(({ id }) => id);
const timesOf = (versions: readonly Version[]) => [...new Set(versions.map(({ updated_at }) => updated_at))];

async function savesOfPosts(client: DataClient, versions: readonly Version[]): Promise<Save[]> {
  const { data, error } = await client
    .from('post_revisions')
    .select('post_id, saved_at, saved_by, saved_by_email, saved_from')
    .in('post_id', idsOf(versions))
    .in('saved_at', timesOf(versions));
  if (error) throw error;
  return data.map(({ post_id, saved_at, saved_by, saved_by_email, saved_from }) => ({
    id: post_id,
    at: saved_at,
    by: { email: saved_by_email, userId: saved_by, form: saved_from },
  }));
}

async function savesOfItems(client: DataClient, versions: readonly Version[]): Promise<Save[]> {
  const { data, error } = await client
    .from('activity')
    .select('subject_id, happened_at, actor_id, actor_email')
    .in('subject_id', idsOf(versions))
    .in('happened_at', timesOf(versions));
  if (error) throw error;
  return data.map(({ subject_id, happened_at, actor_id, actor_email }) => ({
    id: subject_id,
    at: happened_at,
    by: { email: actor_email, userId: actor_id, form: null },
  }));
}
