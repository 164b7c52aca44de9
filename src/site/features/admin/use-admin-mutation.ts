import { useId } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { browserClient, type DataClient } from '#site/gateway/client.ts';
import type { QueryKey } from '#site/query-client.ts';
import { type ToastMessage, dismissToastsOf, toast } from '#site/ui/toast.ts';
import { refreshQueries } from './refresh-queries.ts';

type AdminMutationOptions<Params, Result> = {
  write: (client: DataClient, params: Params) => Promise<Result>;
  /** What the write makes stale. It is read again after an error too: the list may be behind the server. */
  stale: readonly QueryKey[];
  failed: ToastMessage;
  /** A more exact toast for some errors. */
  explain?: (error: unknown) => ToastMessage | undefined;
  /** `tell` shows a toast in the place of an earlier one of this write. */
  onDone: (result: Result, params: Params, tell: (message: ToastMessage) => void) => void;
  /** Whether the write is pending until the lists are read again; otherwise only until its answer. */
  awaitsRefresh?: boolean;
};

/** Every write of the dashboard: logs and shows errors, then refreshes the lists. `params` are those of the write under way. */
export function useAdminMutation<Params, Result>(options: AdminMutationOptions<Params, Result>) {
  const { write, stale, failed, explain, onDone, awaitsRefresh = true } = options;
  const queryClient = useQueryClient();
  const source = useId();
  const tell = (message: ToastMessage): void => void toast(message, source);
  const { mutate, isPending, variables, error } = useMutation({
    // By default a write waits silently while the browser is offline; it must fail with a message.
    networkMode: 'always',
    mutationFn: async (params: Params) => write(await browserClient(), params),
    onSuccess: async (result, params) => {
      dismissToastsOf(source);
      onDone(result, params, tell);
      const refreshed = refreshQueries(queryClient, stale);
      if (awaitsRefresh) await refreshed;
    },
    onError: (mutationError) => {
      console.error(`${failed.description}:`, mutationError);
      tell(explain?.(mutationError) ?? failed);
      void refreshQueries(queryClient, stale);
    },
  });
  return { mutate, isPending, params: isPending ? variables : undefined, error };
}
