import { editor } from '#site/content/editor.ts';
import { duplicatePost } from '#site/gateway/admin-posts.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { toast } from '#site/ui/toast.ts';
import { staleAfter } from '../refresh-queries.ts';
import { useAdminMutation } from '../use-admin-mutation.ts';

/** Copies a post as a draft; `onCreated` gets the id of the copy. */
export function useDuplicate(onCreated: (id: string) => void) {
  const { mutate, isPending, params } = useAdminMutation({
    write: (client, id: string) => duplicatePost(client, id, editor.duplicate.title),
    stale: staleAfter('post'),
    failed: DASHBOARD_MESSAGES.duplicatePostFailed,
    onDone: (copyId) => {
      toast(DASHBOARD_MESSAGES.postDuplicated);
      onCreated(copyId);
    },
  });
  return { duplicate: (id: string) => isPending || mutate(id), duplicatingId: params };
}
