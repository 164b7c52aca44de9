import { type BulkAction, editor } from '#site/content/editor.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { deletePosts, setPostsStatus } from '#site/gateway/admin-posts.ts';
import { toast } from '#site/ui/toast.ts';
import { staleAfter } from '../refresh-queries.ts';
import { useAdminMutation } from '../use-admin-mutation.ts';
import { useRestore } from '../use-restore.ts';

type BulkParams = { action: BulkAction; ids: readonly string[] };

/** Changes many posts after one confirmation; shows how many were changed, and offers to undo a deletion. */
export function useBulk(onDone: (ids: readonly string[]) => void) {
  const { undoAction } = useRestore(staleAfter('post'));
  const { mutate, isPending } = useAdminMutation({
    write: (client, { action, ids }: BulkParams) =>
      action === 'delete' ? deletePosts(client, ids) : setPostsStatus(client, ids, action),
    stale: staleAfter('post'),
    failed: DASHBOARD_MESSAGES.bulkFailed,
    onDone: (changed, { action, ids }) => {
      toast({
        ...DASHBOARD_MESSAGES.bulkDone(action, changed, ids.length),
        ...(action === 'delete' && changed > 0 && { action: undoAction('blog_posts', ids) }),
      });
      onDone(ids);
    },
  });
  const askAndRun = (params: BulkParams): void => {
    if (!isPending && window.confirm(editor.bulk.questions[params.action](params.ids.length))) mutate(params);
  };
  return { askAndRun, isBusy: isPending };
}
