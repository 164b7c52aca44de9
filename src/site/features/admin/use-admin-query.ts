import { useEffect, useRef } from 'react';
import { type UseQueryOptions, type UseQueryResult, keepPreviousData, useQuery } from '@tanstack/react-query';
import { browserClient, type DataClient } from '#site/gateway/client.ts';
import { ALWAYS_FRESH, type QueryKey } from '#site/query-client.ts';
import { type ToastMessage, toast } from '#site/ui/toast.ts';

type AdminQueryOptions<Data> = Pick<UseQueryOptions<Data>, 'enabled' | 'staleTime' | 'gcTime' | 'refetchInterval'> & {
  /** Shown once for each error. */
  failed?: ToastMessage;
};

/** Every read of the dashboard. With other parameters in the key, the previous data stays until the new data is here. */
export function useAdminQuery<Data>(
  queryKey: QueryKey,
  read: (client: DataClient) => Promise<Data>,
  { failed, ...options }: AdminQueryOptions<Data> = {},
): UseQueryResult<Data> {
  const query = useQuery<Data>({
    ...ALWAYS_FRESH,
    ...options,
    queryKey,
    queryFn: async () => read(await browserClient()),
    placeholderData: keepPreviousData,
  });
  useErrorToast(query, failed);
  return query;
}

function useErrorToast({ error, errorUpdatedAt }: UseQueryResult<unknown>, failed: ToastMessage | undefined): void {
  const shownAt = useRef(errorUpdatedAt);
  useEffect(() => {
    if (!failed || !error || errorUpdatedAt === shownAt.current) return;
    shownAt.current = errorUpdatedAt;
    console.error(`${failed.description}:`, error);
    toast(failed);
  }, [error, errorUpdatedAt, failed]);
}
