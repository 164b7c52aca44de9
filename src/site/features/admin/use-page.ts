import { useEffect, useRef } from 'react';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { browserClient, type DataClient } from '#site/gateway/client.ts';
import { type ToastMessage, toast } from '#site/ui/toast.ts';

export type Page<Row> = { rows: Row[]; total: number };

/** Reads a stretch of a long list; the one before stays in sight meanwhile. Each failure is logged and told once. */
export function usePage<Row>(
  queryKey: readonly unknown[],
  read: (client: DataClient) => Promise<Page<Row>>,
  failed: ToastMessage,
): UseQueryResult<Page<Row>> {
  const query = useQuery({
    queryKey,
    queryFn: async () => read(await browserClient()),
    placeholderData: keepPreviousData,
    staleTime: 0,
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
