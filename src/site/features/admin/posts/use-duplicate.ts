import { useMutation, useQueryClient } from '@tanstack/react-query';
import { editor } from '#site/content/editor.ts';
import { duplicatePost } from '#site/gateway/admin-posts.ts';
import { browserClient } from '#site/gateway/client.ts';
import { toast } from '#site/ui/toast.ts';
import { STALE_AFTER } from '../query-keys.ts';
import { refresh } from '../refresh.ts';

/** Makes a draft of the same words and hands its id on. */
export function useDuplicate(onMade: (id: string) => void) {
  const queryClient = useQueryClient();
  const words = editor.duplicate;
  const { mutate, isPending, variables } = useMutation({
    networkMode: 'always',
    mutationFn: async (id: string) => duplicatePost(await browserClient(), id, words.title),
    onSuccess: (madeId) => {
      toast(words.done);
      onMade(madeId);
    },
    onError: (error) => {
      console.error(`${words.failed.description}:`, error);
      toast(words.failed);
    },
    onSettled: () => refresh(queryClient, STALE_AFTER.post),
  });
  return { duplicate: (id: string) => isPending || mutate(id), duplicatingId: isPending ? variables : null };
}
