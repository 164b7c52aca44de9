import type { DataClient } from './client.ts';

/** Says that the signed-in user has the form of this post open. Rethrows the backend's error. */
export async function reportPresence(client: DataClient, postId: string, userId: string): Promise<void> {
  const { error } = await client
    .from('post_presence')
    .upsert({ post_id: postId, user_id: userId }, { onConflict: 'post_id,user_id' });
  if (error) throw error;
}

/** Deletes the presence, while the user is signed in; otherwise it expires. Rethrows the backend's error. */
export async function endPresence(client: DataClient, postId: string, userId: string): Promise<void> {
  const { data } = await client.auth.getSession();
  if (!data.session) return;
  const { error } = await client.from('post_presence').delete().eq('post_id', postId).eq('user_id', userId);
  if (error) throw error;
}

/** The e-mail addresses of the others who have the form of this post open. Rethrows the backend's error. */
export async function listOthersPresent(client: DataClient, postId: string, userId: string): Promise<string[]> {
  const { data, error } = await client
    .from('post_presence')
    .select('user_email')
    .eq('post_id', postId)
    .neq('user_id', userId)
    .order('user_email');
  if (error) throw error;
  return data.flatMap(({ user_email }) => user_email ?? []);
}
