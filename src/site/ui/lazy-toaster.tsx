import { type ComponentType, useEffect, useState } from 'react';
import { listShownToasts, subscribeToToasts } from './toast.ts';
import { whenUsed } from './when-used.ts';

/** The Toaster, loaded when the page is used, or for a message. A failed loading is tried again at the next message. */
export function LazyToaster() {
  const [Loaded, setLoaded] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (Loaded) return undefined;
    const load = (): void =>
      void import('./toaster.tsx').then(
        ({ Toaster }) => setLoaded(() => Toaster),
        () => {},
      );
    const ends = [whenUsed(load), subscribeToToasts(load)];
    if (listShownToasts().length > 0) load();
    return () => ends.forEach((end) => end());
  }, [Loaded]);
  return Loaded && <Loaded />;
}
