import { useMutation, useQueryClient } from '@tanstack/react-query';
import { browserClient, type DataClient } from '../../gateway/client.ts';
import { type ToastMessage, toast } from '../../ui/toast.ts';

type RemovalSteps = {
  question: string;
  remove: (client: DataClient, id: string) => Promise<void>;
  stale: readonly (readonly string[])[];
  done: ToastMessage;
  failed: ToastMessage;
  onRemoved: (id: string) => void;
};

/** Deletes the item with this id once the browser's own confirmation is given (specification §5). */
export function useRemoval({ question, remove, stale, done, failed, onRemoved }: RemovalSteps) {
  const queryClient = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    networkMode: 'always',
    mutationFn: async (id: string) => remove(await browserClient(), id),
    onSuccess: (_, id) => {
      toast(done);
      onRemoved(id);
    },
    onError: (problem) => {
      console.error(`${failed.description}:`, problem);
      toast(failed);
    },
    onSettled: () => Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
  const askAndRemove = (id: string): void => {
    if (!isPending && window.confirm(question)) mutate(id);
  };
  return { askAndRemove, removingId: isPending ? variables : null };
}
