import { useEffect, useState } from 'react';

const PAUSE_MS = 250;

/** The value as soon as it has not changed for a short time: a search does not start with every letter. */
export function useDebouncedValue<Value>(value: Value): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
