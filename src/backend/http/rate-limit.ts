import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { RequestError } from './errors.ts';

export type RateLimit = {
  /** Counts one point for the key. Throws RequestError `too_many_requests` when none is left. */
  take: (key: string) => Promise<void>;
  /** Returns one point to the key. */
  giveBack: (key: string) => Promise<void>;
  /** Resets the key. */
  forget: (key: string) => Promise<void>;
};

/**
 * Allows `points` per key in each window of `seconds`, counted in the memory of this process. Several processes allow a
 * multiple, which still prevents guessing.
 */
export function createRateLimit({ points, seconds }: { points: number; seconds: number }): RateLimit {
  const limiter = new RateLimiterMemory({ points, duration: seconds });
  return {
    take: async (key) => {
      try {
        await limiter.consume(key);
      } catch (error) {
        throw error instanceof RateLimiterRes ? tooMany(error) : error;
      }
    },
    giveBack: async (key) => {
      const state = await limiter.get(key);
      if (state && state.consumedPoints > 0) await limiter.reward(key);
    },
    forget: async (key) => {
      await limiter.delete(key);
    },
  };
}

function tooMany({ msBeforeNext }: RateLimiterRes): RequestError {
  return new RequestError('too_many_requests', undefined, Math.max(1, Math.ceil(msBeforeNext / 1000)));
}
