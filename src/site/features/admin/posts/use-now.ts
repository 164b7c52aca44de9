import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;

/** The present, to the minute: a form may be open while the moment chosen in it passes. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const clock = setInterval(() => setNow(new Date()), MINUTE_MS);
    return () => clearInterval(clock);
  }, []);
  return now;
}
