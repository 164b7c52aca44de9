import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** False on the server and in the first rendering of the browser, which must equal the server's. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
