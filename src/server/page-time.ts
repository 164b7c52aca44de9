import type { PageTime } from '#site/gateway/load-context.server.ts';

const MINUTE_MS = 60_000;

/**
 * The time of one rendering that begins at `now` (milliseconds). `expires` is the first instant at which something on the
 * page changes, as an HTTP date, or null if nothing does. Instants on the page are full minutes, which HTTP dates can say.
 */
export function createPageTime(now: number): { time: PageTime; expires: () => string | null } {
  let until = Infinity;
  return {
    time: {
      now: new Date(Math.floor(now / MINUTE_MS) * MINUTE_MS),
      holdUntil: (instant) => {
        until = Math.min(until, instant.getTime());
      },
    },
    expires: () => (until === Infinity ? null : new Date(until).toUTCString()),
  };
}
