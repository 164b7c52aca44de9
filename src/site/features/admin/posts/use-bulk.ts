import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type BulkAct, editor } from '#site/content/editor.ts';
import { deletePosts, setPostsStatus } from '#site/gateway/bulk-posts.ts';
import { browserClient } from '#site/gateway/client.ts';
import { toast } from '#site/ui/toast.ts';
import { STALE_AFTER } from '../query-keys.ts';
import { refresh } from '../refresh.ts';
import { useRestore } from '../use-restore.ts';

type BulkParams = { act: BulkAct; ids: readonly string[] };

/** Does one thing to many posts after one question; says how many it reached, and offers to undo a deletion. */
export function useBulk(onDone: () => void) {
  const queryClient = useQueryClient();
  const { undoAction } = useRestore(STALE_AFTER.post);
  const words = editor.bulk;
  const { mutate, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: async ({ act, ids }: BulkParams) => {
      const client = await browserClient();
      return act === 'delete' ? deletePosts(client, ids) : setPostsStatus(client, ids, act);
    },
    onSuccess: (reached, { act, ids }) => {
      toast({
        ...words.done[act](reached, ids.length),
        ...(act === 'delete' && reached > 0 && { action: undoAction('blog_posts', ids) }),
      });
      onDone();
    },
    onError: (error) => {
      console.error(`${words.failed.description}:`, error);
      toast(words.failed);
    },
    onSettled: () => refresh(queryClient, STALE_AFTER.post),
  });
  const askAndDo = (params: BulkParams): void => {
    if (!isPending && window.confirm(words.questions[params.act](params.ids.length))) mutate(params);
  };
  return { askAndDo, isBusy: isPending };
}
