import { useCallback, useSyncExternalStore } from 'react';

/** Whether the media query matches, updated as the window changes; `onServer` stands for it on the server. */
export function useMedia(query: string, onServer = false): boolean {
  const subscribe = useCallback(
    (notify: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', notify);
      return () => media.removeEventListener('change', notify);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => onServer,
  );
}
