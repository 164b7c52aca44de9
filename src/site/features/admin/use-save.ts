import { useMutation, useQueryClient } from '@tanstack/react-query';
import { browserClient, type DataClient } from '#site/gateway/client.ts';
import { type ToastMessage, toast } from '#site/ui/toast.ts';
import { refresh } from './refresh.ts';
import { writeErrorKind } from './write-error.ts';

type SaveSteps<Row> = {
  create: (client: DataClient, row: Row) => Promise<unknown>;
  update: (client: DataClient, id: string, row: Row) => Promise<unknown>;
  stale: readonly (readonly string[])[];
  created: ToastMessage;
  updated: ToastMessage;
  failed: ToastMessage;
  onSaved: () => void;
};

/** Creates a row, or updates the one with `id`; tells by toast, logs what went wrong, refreshes the lists. */
export function useSave<Row>({ create, update, stale, created, updated, failed, onSaved }: SaveSteps<Row>) {
  const queryClient = useQueryClient();
  const readAgain = () => refresh(queryClient, stale);
  const { mutate, isPending, error } = useMutation({
    // A write while offline must fail and say so; by default it would wait without a word.
    networkMode: 'always',
    mutationFn: async ({ id, row }: { id: string | undefined; row: Row }) => {
      const client = await browserClient();
      await (id ? update(client, id, row) : create(client, row));
    },
    onSuccess: (_, { id }) => {
      toast(id ? updated : created);
      void readAgain();
      onSaved();
    },
    onError: (saveError) => {
      console.error(`${failed.description}:`, saveError);
      toast(failed);
      // The list may be behind the server: a slug was taken, or the item is gone.
      void readAgain();
    },
  });
  return { save: mutate, isSaving: isPending, errorKind: error ? writeErrorKind(error) : null, error };
}
