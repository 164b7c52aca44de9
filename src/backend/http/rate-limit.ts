import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { RequestError } from './errors.ts';

export type RateLimit = {
  /** Counts one against the key; throws RequestError `too_many_requests` when nothing is left. */
  take: (key: string) => Promise<void>;
  /** Takes one back that was counted against the key, for what turned out not to count. */
  giveBack: (key: string) => Promise<void>;
  /** Forgets what was counted against the key. */
  forget: (key: string) => Promise<void>;
};

/**
 * Allows `points` per key in each window of `seconds`, counted in the memory of this process: several processes allow
 * as many times more, which still stops guessing.
 */
export function createRateLimit({ points, seconds }: { points: number; seconds: number }): RateLimit {
  const limiter = new RateLimiterMemory({ points, duration: seconds });
  return {
    take: async (key) => {
      try {
        await limiter.consume(key);
      } catch (refusal) {
        throw refusal instanceof RateLimiterRes ? tooMany(refusal) : refusal;
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
