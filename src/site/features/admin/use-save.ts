import type { DataClient } from '#site/gateway/client.ts';
import type { QueryKey } from '#site/query-client.ts';
import type { ToastMessage } from '#site/ui/toast.ts';
import { useAdminMutation } from './use-admin-mutation.ts';
import type { ItemForm, Written } from './use-item-form.ts';
import type { SaveStatusMoves } from './use-save-status.ts';

/** Whether the form closes after the save; Ctrl-S and ⌘-S leave it open. */
export type SaveOptions = { closes?: boolean };

type UseSaveOptions<Values extends object, Item> = {
  form: ItemForm<Values>;
  status: SaveStatusMoves;
  create: (client: DataClient, sent: Values) => Promise<Item>;
  /** Writes over `over`, the version that the editor has seen. */
  update: (client: DataClient, sent: Values, over: Item) => Promise<Item>;
  /** The saved item's version, and what the save filled in. */
  readWritten: (saved: Item) => Omit<Written<Values>, 'itemId'>;
  stale: readonly QueryKey[];
  created: ToastMessage;
  updated: ToastMessage;
  failed: ToastMessage;
  onClose: () => void;
  /** The form stays open, as asked or because it was changed during the save: from now on it edits the saved item. */
  onContinue: (saved: Item) => void;
};

type Sent<Values, Item> = { sent: Values; over: Item | null; closes: boolean };

/** Saves the form: creates an item, or updates the one that it is saved over. */
export function useSave<Values extends object, Item extends { id: string; updated_at: string }>(
  options: UseSaveOptions<Values, Item>,
) {
  const { form, status, create, update, readWritten, stale, created, updated, failed, onClose, onContinue } = options;
  const { mutate, isPending, error } = useAdminMutation({
    write: async (client, { sent, over }: Sent<Values, Item>) => {
      status.start();
      try {
        return await (over ? update(client, sent, over) : create(client, sent));
      } catch (cause) {
        status.fail(cause);
        throw cause;
      }
    },
    stale,
    failed,
    // The form may stay open, and must be able to save again.
    awaitsRefresh: false,
    onDone: (saved, { sent, over, closes }, tell) => {
      tell(over ? updated : created);
      status.succeed(saved.updated_at);
      if (form.acknowledge(sent, { itemId: saved.id, ...readWritten(saved) }, closes)) onClose();
      else onContinue(saved);
    },
  });
  return {
    save: (sent: Values, over: Item | null, { closes = true }: SaveOptions = {}) => mutate({ sent, over, closes }),
    isSaving: isPending,
    error,
  };
}
