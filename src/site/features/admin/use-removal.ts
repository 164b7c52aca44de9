import { useMutation, useQueryClient } from '@tanstack/react-query';
import { browserClient, type DataClient } from '#site/gateway/client.ts';
import type { ItemTable } from '#site/gateway/deleted-items.ts';
import { type ToastMessage, toast } from '#site/ui/toast.ts';
import { refresh } from './refresh.ts';
import { useRestore } from './use-restore.ts';

type RemovalSteps = {
  /** Of what can be restored; without it the toast offers no way back. */
  table?: ItemTable;
  question: string;
  remove: (client: DataClient, id: string) => Promise<void>;
  stale: readonly (readonly string[])[];
  done: ToastMessage;
  failed: ToastMessage;
  onRemoved: (id: string) => void;
};

/** Deletes the item with this id once the browser's own confirmation is given (specification §5). */
export function useRemoval({ table, question, remove, stale, done, failed, onRemoved }: RemovalSteps) {
  const queryClient = useQueryClient();
  const { undoAction } = useRestore(stale);
  const { mutate, isPending, variables } = useMutation({
    networkMode: 'always',
    mutationFn: async (id: string) => remove(await browserClient(), id),
    onSuccess: (_, id) => {
      toast({ ...done, ...(table && { action: undoAction(table, [id]) }) });
      onRemoved(id);
    },
    onError: (error) => {
      console.error(`${failed.description}:`, error);
      toast(failed);
    },
    onSettled: () => refresh(queryClient, stale),
  });
  const askAndRemove = (id: string): void => {
    if (!isPending && window.confirm(question)) mutate(id);
  };
  return { askAndRemove, removingId: isPending ? variables : null };
}
