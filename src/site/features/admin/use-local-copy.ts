import { useEffect, useEffectEvent, useRef } from 'react';
import { type CopyPlace, type Kept, dropCopy, keepCopy } from './local-copy.ts';
import { type Throttled, throttleTrailing } from './throttle-trailing.ts';

/** How far the copy may be behind the form. Continuous typing must not delay it, so it is not a debounce. */
const INTERVAL_MS = 500;

/**
 * Writes the form to this device: at short intervals while it changes, and at once when it closes or the page is hidden.
 * Returns the function that deletes the copy after a save or a discard. An unchanged form leaves no copy.
 */
export function useLocalCopy<Values>(place: CopyPlace, slot: string, kept: Kept<Values>, isDirty: boolean): () => void {
  const { values } = kept;
  const opened = useRef(values);
  const isOver = useRef(false);

  const keep = useEffectEvent(() => {
    if (isOver.current || values === opened.current) return;
    if (isDirty) keepCopy(localStorage, place, slot, kept, new Date());
    else dropCopy(localStorage, place, slot);
  });

  const throttled = useRef<Throttled>(null);
  useEffect(() => {
    const current = throttleTrailing(() => keep(), INTERVAL_MS);
    throttled.current = current;
    return () => current.cancel();
  }, []);
  useEffect(() => throttled.current?.request(), [values]);

  // A new item was created while its form stays open: a timer may have kept it as new just before this render.
  const { userId, kind, itemId } = place;
  const wasNew = useRef(!itemId);
  useEffect(() => {
    if (itemId && wasNew.current) dropCopy(localStorage, { userId, kind, itemId: undefined }, slot);
  }, [userId, kind, itemId, slot]);

  useEffect(() => {
    const keepNow = () => keep();
    window.addEventListener('pagehide', keepNow);
    document.addEventListener('visibilitychange', keepNow);
    return () => {
      window.removeEventListener('pagehide', keepNow);
      document.removeEventListener('visibilitychange', keepNow);
      keepNow();
    };
  }, []);

  return () => {
    isOver.current = true;
    dropCopy(localStorage, place, slot);
  };
}
