import type { DataClient } from './client.ts';
import type { PostFields, Row } from './site-database.ts';

export type Revision = Pick<Row<'post_revisions'>, 'id' | 'saved_at' | 'saved_by_email'> & { title: string };

const MAX_ROWS = 200;

/** The revisions of a post, newest first, without their content. Rethrows the backend's error. */
export async function listRevisions(client: DataClient, postId: string): Promise<Revision[]> {
  const { data, error } = await client
    .from('post_revisions')
    .select('id, saved_at, saved_by_email, title:post->>title')
    .eq('post_id', postId)
    .order('id', { ascending: false })
    .limit(MAX_ROWS);
  if (error) throw error;
  return data;
}

/** What one revision holds. Rethrows the backend's error. */
export async function readRevision(client: DataClient, id: number): Promise<PostFields> {
  const { data, error } = await client.from('post_revisions').select('post').eq('id', id).single();
  if (error) throw error;
  return data.post;
}

/** What these revisions hold, by id. Rethrows the backend's error. */
export async function readRevisions(client: DataClient, ids: readonly number[]): Promise<Map<number, PostFields>> {
  if (ids.length === 0) return new Map();
  const { data, error } = await client.from('post_revisions').select('id, post').in('id', ids);
  if (error) throw error;
  return new Map(data.map(({ id, post }) => [id, post]));
}
