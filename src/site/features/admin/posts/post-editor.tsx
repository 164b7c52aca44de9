import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { dashboard } from '#site/content/dashboard.ts';
import { editor } from '#site/content/editor.ts';
import { type AdminPost, findAdminPost } from '#site/gateway/admin-posts.ts';
import type { Category } from '#site/gateway/categories.ts';
import { browserClient } from '#site/gateway/client.ts';
import { Button } from '#site/ui/button.tsx';
import { Notice } from '#site/ui/notice.tsx';
import { Spinner } from '#site/ui/spinner.tsx';
import { toast } from '#site/ui/toast.ts';
import { moveCopyToNew } from '../local-copy.ts';
import type { OpenForm } from '../use-form-state.ts';
import { PostForm } from './post-form.tsx';

type PostEditorProps = OpenForm<string> & {
  userId: string;
  categories: readonly Category[];
  onClose: () => void;
};

/** Opens the form: at once for a new post, with the post as it stands now for one that is there. */
export function PostEditor({ item: id, ...form }: PostEditorProps) {
  return id ? <OpenedPost id={id} {...form} /> : <PostForm item={null} {...form} onReplaced={() => {}} />;
}

function OpenedPost({ id, ...form }: Omit<PostEditorProps, 'item'> & { id: string }) {
  const [openedAt] = useState(() => String(Date.now()));
  // Read once: what is saved elsewhere while the form is open must not slip under it, but be told as a conflict.
  const query = useQuery({
    queryKey: ['admin-post', id, openedAt],
    queryFn: async () => findAdminPost(await browserClient(), id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    networkMode: 'always',
  });
  const [replacement, replaceBy] = useState<AdminPost | null>(null);
  const post = replacement ?? query.data;
  if (query.isPending) return <Spinner label={editor.open.loading} />;
  if (query.isError) {
    return <NotOpened isBusy={query.isFetching} onRetry={() => void query.refetch()} onClose={form.onClose} />;
  }
  if (!post) return <Gone id={id} {...form} />;
  return (
    <PostForm
      key={post.updated_at}
      item={post}
      {...form}
      {...(replacement && { restoredSlot: undefined })}
      onReplaced={replaceBy}
    />
  );
}

/** What was typed for a post that is gone goes on as a new one; without such words there is nothing to open. */
function Gone({ id, restoredSlot, ...form }: Omit<PostEditorProps, 'item'> & { id: string }) {
  const { onClose, userId } = form;
  const [isMoved, setMoved] = useState(false);
  useEffect(() => {
    if (restoredSlot) {
      moveCopyToNew(localStorage, { userId, kind: 'post', itemId: id }, restoredSlot);
      setMoved(true);
      return;
    }
    toast(editor.open.gone);
    onClose();
  }, [id, restoredSlot, userId, onClose]);
  if (!isMoved) return null;
  return <PostForm item={null} restoredSlot={restoredSlot} {...form} onReplaced={() => {}} />;
}

function NotOpened({ isBusy, onRetry, onClose }: { isBusy: boolean; onRetry: () => void; onClose: () => void }) {
  return (
    <Notice tone="danger" role="alert">
      <p>{editor.open.failed}</p>
      <div className="notice-actions">
        <Button size="small" variant="line" disabled={isBusy} onClick={onRetry}>
          {isBusy ? dashboard.loading : dashboard.retry}
        </Button>
        <Button size="small" variant="quiet" onClick={onClose}>
          {editor.open.back}
        </Button>
      </div>
    </Notice>
  );
}
