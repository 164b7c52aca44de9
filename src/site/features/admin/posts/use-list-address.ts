import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type ListAddress, readListAddress, writeListAddress } from './list-address.ts';

/** What the list shows, kept in the address: it outlives a reload, and can be kept as a bookmark. */
export function useListAddress(): [ListAddress, (part: Partial<ListAddress>) => void] {
  const [query, setQuery] = useSearchParams();
  const address = useMemo(() => readListAddress(query), [query]);
  const change = useCallback(
    (part: Partial<ListAddress>) => {
      setQuery((before) => writeListAddress({ ...readListAddress(before), page: 1, ...part }), {
        replace: true,
        preventScrollReset: true,
      });
    },
    [setQuery],
  );
  return [address, change];
}
