import { useMutation, useQueryClient } from '@tanstack/react-query';
import { editor } from '#site/content/editor.ts';
import { type AdminPost, findAdminPost, updatePost } from '#site/gateway/admin-posts.ts';
import { browserClient } from '#site/gateway/client.ts';
import { PostConflict } from '#site/gateway/post-conflict.ts';
import { RejectedWrite } from '#site/gateway/rejected-write.ts';
import type { WrittenPost } from '#site/gateway/revisions.ts';
import { toast } from '#site/ui/toast.ts';
import { STALE_AFTER } from '../../query-keys.ts';
import { refresh } from '../../refresh.ts';
import type { ItemForm } from '../../use-item-form.ts';
import type { PostValues } from '../post-values.ts';

type RestoreSteps = { item: AdminPost; form: ItemForm<PostValues>; onRestored: (post: AdminPost) => void };

/**
 * Saves an earlier version over the one that was opened. Status, date and address stay: a click must not publish, take
 * off the site, or move a page.
 */
export function useRestoreVersion({ item, form, onRestored }: RestoreSteps) {
  const queryClient = useQueryClient();
  const words = editor.versions;
  const { mutate, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: async (row: Partial<WrittenPost>) => {
      const client = await browserClient();
      await updatePost(client, item.id, row, item.updated_at);
      const post = await findAdminPost(client, item.id);
      if (!post) throw new RejectedWrite();
      return post;
    },
    onSuccess: (post) => {
      toast(words.restored);
      form.keepNow();
      onRestored(post);
    },
    onError: (error) => {
      console.error(`${words.failedToRestore.description}:`, error);
      if (error instanceof PostConflict) toast({ ...words.failedToRestore, description: editor.conflict.heading });
      else toast(words.failedToRestore);
    },
    onSettled: () => refresh(queryClient, STALE_AFTER.post),
  });
  const restore = (version: WrittenPost, categories: readonly { id: string }[]): void => {
    if (isPending || (form.isDirty && !window.confirm(words.discardQuestion))) return;
    const { status: _status, slug: _slug, published_at: _moment, category_id, ...written } = version;
    // A category that is gone cannot be had back; the present one stays.
    mutate({ ...written, ...(categories.some(({ id }) => id === category_id) && { category_id }) });
  };
  return { restore, isRestoring: isPending };
}
