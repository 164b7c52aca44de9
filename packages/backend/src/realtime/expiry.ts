/** Calls back once at a time that may be changed. */
export type Expiry = { set: (at: number | null, now: number) => void; stop: () => void };

/** The largest delay of a timer. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/** Creates an expiry; times are in milliseconds, null is never. A time that is past expires at once. */
export function createExpiry(onExpired: () => void): Expiry {
  let timer: NodeJS.Timeout | undefined;
  const wait = (ms: number): void => {
    const part = Math.min(Math.max(ms, 0), LONGEST_DELAY_MS);
    timer = setTimeout(() => (ms > part ? wait(ms - part) : onExpired()), part).unref();
  };
  return {
    set: (at, now) => {
      clearTimeout(timer);
      if (at !== null) wait(at - now);
    },
    stop: () => clearTimeout(timer),
  };
}
