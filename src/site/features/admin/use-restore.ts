import type { ItemTable } from '#contract/items.ts';
import { editor } from '#site/content/editor.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { restoreDeletedItem, undoDeletion } from '#site/gateway/items.ts';
import type { QueryKey } from '#site/query-client.ts';
import { toast } from '#site/ui/toast.ts';
import { useAdminMutation } from './use-admin-mutation.ts';

type Params = { deletedItem: number } | { table: ItemTable; rows: readonly string[] };

/** Restores deleted items: one of the list of deleted items, or rows that were just deleted. */
export function useRestore(stale: readonly QueryKey[]) {
  const words = editor.deleted;
  const { mutate, params } = useAdminMutation({
    write: (client, restored: Params) =>
      'rows' in restored
        ? undoDeletion(client, restored.table, restored.rows)
        : restoreDeletedItem(client, restored.deletedItem),
    stale,
    failed: DASHBOARD_MESSAGES.restoreItemFailed,
    onDone: () => toast(DASHBOARD_MESSAGES.itemRestored),
  });
  return {
    restore: (deletedItem: number) => mutate({ deletedItem }),
    restoringId: params && 'deletedItem' in params ? params.deletedItem : undefined,
    /** The action of the toast that reports a deletion. */
    undoAction: (table: ItemTable, rows: readonly string[]) => ({
      label: words.undo,
      hint: words.undoHint,
      run: () => mutate({ table, rows }),
    }),
  };
}
