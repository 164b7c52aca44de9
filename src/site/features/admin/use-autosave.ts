import { useEffect, useEffectEvent, useRef } from 'react';
import { useOnline } from './use-online.ts';

/** An autosave follows the last change after this time. */
const PAUSE_MS = 5_000;
/** While changes continue, an autosave follows the first one that is not saved after this time at the latest. */
const LONGEST_WAIT_MS = 20_000;
/** The pause after an attempt that failed. */
const RETRY_MS = 15_000;

type AutosaveOptions = {
  /** A new object after each change. */
  values: object;
  /** Whether there is something to save, and nothing that forbids it. False while a save is under way. */
  isDue: boolean;
  /** Whether the last attempt failed. */
  isFailing: boolean;
  save: () => void;
};

/** Calls `save` shortly after a change, and again after an error, while the browser is online. */
export function useAutosave({ values, isDue, isFailing, save }: AutosaveOptions): void {
  const isOnline = useOnline();
  const firstChangeAt = useRef<number>(null);
  const run = useEffectEvent(() => {
    firstChangeAt.current = null;
    save();
  });
  const pause = isFailing ? RETRY_MS : PAUSE_MS;
  useEffect(() => {
    if (!isDue) firstChangeAt.current = null;
    if (!isDue || !isOnline) return;
    const now = Date.now();
    firstChangeAt.current ??= now;
    const longest = firstChangeAt.current + LONGEST_WAIT_MS - now;
    const timer = setTimeout(() => run(), Math.max(0, Math.min(pause, longest)));
    return () => clearTimeout(timer);
  }, [values, isDue, isOnline, pause]);
}
