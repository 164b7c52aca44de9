import { useRef } from 'react';
import { browserClient, type DataClient } from '#site/gateway/client.ts';
import type { ItemTable } from '#contract/items.ts';
import type { QueryKey } from '#site/query-client.ts';
import { type ToastMessage, toast } from '#site/ui/toast.ts';
import { useAdminMutation } from './use-admin-mutation.ts';
import { useRestore } from './use-restore.ts';

export type RemovalOptions = {
  /** Where the item can be restored: the toast then offers to undo. */
  table?: ItemTable;
  /** A function adds what else changes with the deletion. */
  question: string | ((client: DataClient, id: string) => Promise<string>);
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
  const isAsking = useRef(false);
  const askAndRemove = async (id: string): Promise<void> => {
    if (isPending || isAsking.current) return;
    isAsking.current = true;
    const text = typeof question === 'string' ? question : await question(await browserClient(), id);
    isAsking.current = false;
    if (window.confirm(text)) mutate(id);
  };
  return { askAndRemove: (id: string) => void askAndRemove(id), removingId: params };
}
