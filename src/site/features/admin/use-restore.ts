import { useMutation, useQueryClient } from '@tanstack/react-query';
import { editor } from '#site/content/editor.ts';
import { browserClient } from '#site/gateway/client.ts';
import { type ItemTable, restoreDeletedItem, undoDeletion } from '#site/gateway/deleted-items.ts';
import { toast } from '#site/ui/toast.ts';
import { refresh } from './refresh.ts';

type Params = { deletedItem: number } | { table: ItemTable; rows: readonly string[] };

/** Puts deleted items back: one of the list of deleted ones, or the rows that were deleted a moment ago. */
export function useRestore(stale: readonly (readonly string[])[]) {
  const queryClient = useQueryClient();
  const words = editor.deleted;
  const { mutate, isPending, variables } = useMutation({
    networkMode: 'always',
    mutationFn: async (params: Params) => {
      const client = await browserClient();
      await ('rows' in params
        ? undoDeletion(client, params.table, params.rows)
        : restoreDeletedItem(client, params.deletedItem));
    },
    onSuccess: () => toast(words.restored),
    onError: (error) => {
      console.error(`${words.failedToRestore.description}:`, error);
      toast(words.failedToRestore);
    },
    onSettled: () => refresh(queryClient, stale),
  });
  const restoring = isPending && 'deletedItem' in variables ? variables.deletedItem : null;
  return {
    restore: (deletedItem: number) => mutate({ deletedItem }),
    restoring,
    /** The action of the toast that says what was deleted. */
    undoAction: (table: ItemTable, rows: readonly string[]) => ({
      label: words.undo,
      hint: words.undoHint,
      run: () => mutate({ table, rows }),
    }),
  };
}
