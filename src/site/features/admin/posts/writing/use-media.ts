import { useCallback, useSyncExternalStore } from 'react';

/** From here the settings of a post are a panel beside the text, below it they are a sheet. As in writing-layout.css. */
export const SETTINGS_BESIDE = '(width >= 64rem)';
/** From here the preview is beside the text, below it takes its place. */
export const PREVIEW_BESIDE = '(width >= 90rem)';

/** Whether the media query matches, updated as the window changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (notify: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', notify);
      return () => media.removeEventListener('change', notify);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
