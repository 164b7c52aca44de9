import type { DataClient } from '#site/gateway/client.ts';
import type { QueryKey } from '#site/query-client.ts';
import { type ToastMessage, toast } from '#site/ui/toast.ts';
import { useAdminMutation } from './use-admin-mutation.ts';
import { writeErrorKind } from './write-error.ts';

type SaveOptions<Input> = {
  create: (client: DataClient, input: Input) => Promise<unknown>;
  update: (client: DataClient, id: string, input: Input) => Promise<unknown>;
  stale: readonly QueryKey[];
  created: ToastMessage;
  updated: ToastMessage;
  failed: ToastMessage;
  onSaved: () => void;
};

/** Creates an item, or updates the one with `id`. */
export function useSave<Input>({ create, update, stale, created, updated, failed, onSaved }: SaveOptions<Input>) {
  const { mutate, isPending, error } = useAdminMutation({
    write: (client, { id, input }: { id: string | undefined; input: Input }) =>
      id ? update(client, id, input) : create(client, input),
    stale,
    failed,
    onDone: (_, { id }) => {
      toast(id ? updated : created);
      onSaved();
    },
  });
  return { save: mutate, isSaving: isPending, errorKind: error ? writeErrorKind(error) : null, error };
}
