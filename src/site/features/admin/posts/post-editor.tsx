import { useEffect, useEffectEvent, useState } from 'react';
import { editor } from '#site/content/editor.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { type AdminPost, findAdminPost } from '#site/gateway/admin-posts.ts';
import type { DataClient } from '#site/gateway/client.ts';
import { findPendingDraft, type PendingDraft, readVersionOf } from '#site/gateway/post-drafts.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { Button } from '#site/ui/button.tsx';
import { Spinner } from '#site/ui/spinner.tsx';
import { toast } from '#site/ui/toast.ts';
import { moveCopyToNew } from '../form-session/local-copy.ts';
import { useUserId } from '../live/live-provider.tsx';
import { useAdminQuery } from '../queries.ts';
import { RetryNotice } from '../query-list.tsx';
import { PostForm, type PostFormProps } from './post-form.tsx';
import { type PostValues, postToValues } from './post-values.ts';
import { pendingToValues } from './save-post.ts';

/** `id` is null for a new post. */
type PostEditorProps = Omit<PostFormProps, 'item' | 'pending' | 'merged' | 'onReplaced'> & { id: string | null };

/** Opens the form: at once for a new post, otherwise with the current version of the post. */
export function PostEditor({ id: openedId, ...rest }: PostEditorProps) {
  // A new post keeps its form when the address gets its id.
  const [id] = useState(openedId);
  const [replacement, setReplacement] = useState<Replacement | null>(null);
  const onReplaced = (item: AdminPost, pending: PendingDraft | null = null): void =>
    setReplacement((last) => ({ item, pending, count: (last?.count ?? 0) + 1 }));
  const form = { ...rest, onReplaced };
  if (replacement) {
    const { count, ...shown } = replacement;
    return <PostForm key={count} {...shown} {...form} restoredSlot={undefined} />;
  }
  return id ? <OpenedPost id={id} {...form} /> : <PostForm item={null} pending={null} {...form} />;
}

type Replacement = { item: AdminPost; pending: PendingDraft | null; count: number };
type OpenedPostProps = Omit<PostEditorProps, 'id'> & {
  id: string;
  onReplaced: (post: AdminPost, pending?: PendingDraft) => void;
};

function OpenedPost({ id, ...form }: OpenedPostProps) {
  const [openedAt] = useState(() => String(Date.now()));
  // Read once: a save elsewhere while the form is open must become a conflict, not change the form.
  const query = useAdminQuery([...QUERY_KEYS.adminPost, id, openedAt], (client) => openPost(client, id), {
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { post, pending, merged } = query.data ?? { post: null, pending: null, merged: null };
  if (query.isPending) return <Spinner label={editor.open.loading} />;
  // A failed later read, as after signing in again, leaves the form.
  if (query.isLoadingError) {
    const { isFetching, refetch } = query;
    return (
      <RetryNotice text={editor.open.failed} role="alert" isBusy={isFetching} onRetry={() => void refetch()}>
        <Button size="small" variant="quiet" onClick={form.onClose}>
          {editor.open.back}
        </Button>
      </RetryNotice>
    );
  }
  if (!post) return <Gone id={id} {...form} />;
  return <PostForm item={post} pending={pending} merged={merged} {...form} />;
}

async function openPost(client: DataClient, id: string) {
  const [post, pending] = await Promise.all([findAdminPost(client, id), findPendingDraft(client, id)]);
  return { post, pending, merged: post && (await mergePending(client, post, pending)) };
}

/** The local copy of a deleted post continues as a new post; without a copy the form does not open. */
function Gone({ id, restoredSlot, ...form }: OpenedPostProps) {
  const close = useEffectEvent(form.onClose);
  const userId = useUserId();
  const [isMoved, setMoved] = useState(false);
  useEffect(() => {
    if (restoredSlot) {
      moveCopyToNew(window, { userId, kind: 'post', itemId: id }, restoredSlot);
      setMoved(true);
      return;
    }
    toast(DASHBOARD_MESSAGES.postGone);
    close();
  }, [id, restoredSlot, userId]);
  if (!isMoved) return null;
  return <PostForm item={null} pending={null} restoredSlot={restoredSlot} {...form} />;
}

/**
 * The pending draft with what was saved to its post since; null where nothing was, or where both changed the same
 * paragraph. Rethrows the backend's error.
 */
export async function mergePending(
  client: DataClient,
  post: AdminPost,
  pending: PendingDraft | null,
): Promise<PostValues | null> {
  if (!pending || pending.base === post.updated_at) return null;
  const ancestor = await readVersionOf(client, post.id, pending.base);
  if (!ancestor) return null;
  const { mergePosts } = await import('./versions/merge-posts.ts');
  const [mine, theirs] = [pendingToValues(pending), postToValues(post)];
  return mergePosts({ ancestor: postToValues(ancestor), mine, theirs, prefersMine: false });
}
