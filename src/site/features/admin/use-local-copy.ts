import { useEffect, useEffectEvent, useRef } from 'react';
import { type CopyPlace, dropCopy, keepCopy } from './local-copy.ts';

const PAUSE_MS = 400;

/**
 * Writes the form to this device: after each pause in typing, and at once when it closes or the page is hidden. Returns
 * the function that deletes the copy after a save or a discard. An unchanged form leaves no copy.
 */
export function useLocalCopy<Values>(place: CopyPlace, slot: string, values: Values, isDirty: boolean): () => void {
  const opened = useRef(values);
  const isOver = useRef(false);

  const keep = useEffectEvent(() => {
    if (isOver.current || values === opened.current) return;
    if (isDirty) keepCopy(localStorage, place, slot, values, new Date());
    else dropCopy(localStorage, place, slot);
  });

  useEffect(() => {
    const timer = setTimeout(() => keep(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [values]);

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
