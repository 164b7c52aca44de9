import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;

/** The current time, updated every minute: a form can stay open past the time chosen in it. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const clock = setInterval(() => setNow(new Date()), MINUTE_MS);
    return () => clearInterval(clock);
  }, []);
  return now;
}
