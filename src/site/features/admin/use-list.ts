import { useEffect, useRef } from 'react';
import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { browserClient, type DataClient } from '#site/gateway/client.ts';
import { type ToastMessage, toast } from '#site/ui/toast.ts';

/** Reads a list; each failure is logged and told once by `failed`. */
export function useList<List>(
  queryKey: readonly string[],
  read: (client: DataClient) => Promise<List>,
  failed: ToastMessage,
  options: Pick<UseQueryOptions<List>, 'enabled' | 'placeholderData'> = {},
): UseQueryResult<List> {
  const query = useQuery<List>({
    ...options,
    queryKey,
    queryFn: async () => read(await browserClient()),
    // Always asked anew when a tab opens: another editor may have been here.
    staleTime: 0,
    // "Online" by the browser's guess is no reason to wait in silence.
    networkMode: 'always',
  });
  const { error, errorUpdatedAt } = query;
  const told = useRef(errorUpdatedAt);
  useEffect(() => {
    if (!error || errorUpdatedAt === told.current) return;
    told.current = errorUpdatedAt;
    console.error(`${failed.description}:`, error);
    toast(failed);
  }, [error, errorUpdatedAt, failed]);
  return query;
}
