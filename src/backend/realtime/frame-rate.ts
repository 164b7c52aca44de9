/** Counts the frames of one connection. */
export type FrameRate = {
  /** Counts one frame; returns whether it is within the limit. */
  take: (now: number) => boolean;
};

/** Allows `perSecond` on average and `atOnce` after a pause. Times are in milliseconds. */
export function createFrameRate({ perSecond, atOnce }: { perSecond: number; atOnce: number }): FrameRate {
  let left = atOnce;
  let last: number | null = null;
  return {
    take: (now) => {
      left = Math.min(atOnce, left + (Math.max(0, now - (last ?? now)) / 1000) * perSecond);
      last = now;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
