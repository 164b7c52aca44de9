import { forEachItemTable, type ItemTable } from '#contract/items.ts';
import type { DataClient } from './client.ts';
import { dataOf } from './lists.ts';

/** What the dashboard follows (migrations 20261123000018 and 20261124000101), and the columns of a change: the primary keys. */
type LiveTable = ItemTable | 'post_presence' | 'post_reviews' | 'post_comments';
const FOLLOWED: Record<LiveTable, readonly string[]> = {
  ...forEachItemTable(() => ['id']),
  post_presence: ['post_id', 'user_id'],
  post_reviews: ['post_id'],
  post_comments: ['id'],
};
const LIVE_TABLES = Object.keys(FOLLOWED) as LiveTable[];

/** `row` has the primary key; a service that does not choose columns sends others too. */
export type LiveChange = { table: LiveTable; row: Readonly<Record<string, unknown>> };

export type LiveListener = {
  onChange: (change: LiveChange) => void;
  /** Changes are reported from now on; earlier ones may have been missed. Also called after each lost connection. */
  onLive: () => void;
};

/** The client rejoins by itself after errors; a channel that the server closed, as when a token expires, is opened again. */
const REOPEN_MS = 5000;

let opened = 0;

/**
 * Reports changes of the rows that the caller may read, until the returned function is called. Without the realtime
 * service nothing is reported and the client goes on trying.
 */
export function followChanges(client: DataClient, listener: LiveListener): () => void {
  let channel: ReturnType<DataClient['channel']> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;

  const open = async (): Promise<void> => {
    // A join with an expired token is rejected.
    await client.realtime.setAuth();
    if (isEnded) return;
    channel = openChannel(client, listener, () => {
      if (!isEnded) timer = setTimeout(start, REOPEN_MS);
    });
  };
  const start = () => {
    open().catch((error: unknown) => console.info('The changes of others are not followed:', error));
  };
  start();
  return () => {
    isEnded = true;
    clearTimeout(timer);
    if (channel) void client.removeChannel(channel);
  };
}

function openChannel(client: DataClient, { onChange, onLive }: LiveListener, onClosed: () => void) {
  // A topic of its own: the client returns the channel of a topic that is still being left.
  const channel = client.channel(`dashboard-${(opened += 1)}`);
  for (const table of LIVE_TABLES) {
    const select = [...FOLLOWED[table]];
    channel.on<Record<string, unknown>>('postgres_changes', { event: '*', schema: 'public', table, select }, (change) =>
      onChange({ table, row: change.eventType === 'DELETE' ? change.old : change.new }),
    );
  }
  // A hosted service reports changes only some time after the join, and says when.
  channel.on('system', {}, ({ extension, status }: { extension: string; status: string }) => {
    if (extension === 'postgres_changes' && status === 'ok') onLive();
  });
  return channel.subscribe((status, error) => {
    if (status === 'SUBSCRIBED') onLive();
    else if (status === 'CLOSED') onClosed();
    else console.info('The changes of others are not followed:', status, error?.message);
  });
}

/** Says that the signed-in user has the form of this post open. Rethrows the backend's error. */
export async function reportPresence(client: DataClient, postId: string, userId: string): Promise<void> {
  await dataOf(
    client.from('post_presence').upsert({ post_id: postId, user_id: userId }, { onConflict: 'post_id,user_id' }),
  );
}

/** Deletes the presence, while the user is signed in; otherwise it expires. Rethrows the backend's error. */
export async function endPresence(client: DataClient, postId: string, userId: string): Promise<void> {
  const { data } = await client.auth.getSession();
  if (!data.session) return;
  await dataOf(client.from('post_presence').delete().eq('post_id', postId).eq('user_id', userId));
}

export type PresentPerson = { userId: string; email: string | null };

/** The others who have the form of this post open. Rethrows the backend's error. */
export function listOthersPresent(client: DataClient, postId: string, userId: string): Promise<PresentPerson[]> {
  return dataOf(
    client
      .from('post_presence')
      .select('userId:user_id, email:user_email')
      .eq('post_id', postId)
      .neq('user_id', userId)
      .order('user_email'),
  );
}
