import type { DataClient } from '#site/gateway/client.ts';
import type { ItemTable } from '#site/gateway/deleted-items.ts';
import type { QueryKey } from '#site/query-client.ts';
import { type ToastMessage, toast } from '#site/ui/toast.ts';
import { useAdminMutation } from './use-admin-mutation.ts';
import { useRestore } from './use-restore.ts';

export type RemovalOptions = {
  /** Where the item can be restored: the toast then offers to undo. */
  table?: ItemTable;
  question: string;
  remove: (client: DataClient, id: string) => Promise<void>;
  stale: readonly QueryKey[];
  done: ToastMessage;
  failed: ToastMessage;
  onRemoved: (id: string) => void;
};

/** Deletes the item with this id after the browser's confirmation (specification §5). */
export function useRemoval({ table, question, remove, stale, done, failed, onRemoved }: RemovalOptions) {
  const { undoAction } = useRestore(stale);
  const { mutate, isPending, params } = useAdminMutation({
    write: remove,
    stale,
    failed,
    onDone: (_, id) => {
      toast({ ...done, ...(table && { action: undoAction(table, [id]) }) });
      onRemoved(id);
    },
  });
  const askAndRemove = (id: string): void => {
    if (!isPending && window.confirm(question)) mutate(id);
  };
  return { askAndRemove, removingId: params };
}
