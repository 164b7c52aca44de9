import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { DatabasePool } from '../database/connect.ts';
import type { PoolName } from '../database/pools.ts';
import { COUNTERS, openCounters } from '../database/shared-counters.ts';
import { RequestError } from './errors.ts';
import type { Keys } from './keys.ts';

/** `points` per key in each window of `seconds`. */
type RateRule = {
  points: number;
  seconds: number;
  /** Whether points of a key may be returned. Then a process must not remember by itself that none is left. */
  isReturnable?: boolean;
  /**
   * Whether a process counts by itself while the database is away. Otherwise `take` then throws DatabaseUnavailable:
   * guessing must not become unlimited.
   */
  isOptional?: boolean;
};

export type RateLimit = {
  /** Counts one point for the key. Throws RequestError `too_many_requests` when none is left. */
  take: (key: string) => Promise<void>;
  /** Returns one point to the key. */
  giveBack: (key: string) => Promise<void>;
  /** Resets the key. Neither rejects: what was done for a request must not fail because its point stays counted. */
  forget: (key: string) => Promise<void>;
};

/** Opens a limit. The name begins with the pool whose connections count it, and is that of one limit only. */
export type OpenRateLimit = (name: `${PoolName}/${string}`, rule: RateRule) => RateLimit;

/** Opens limits that are counted in the memory of this process. */
export const openMemoryRateLimit: OpenRateLimit = (_name, { points, seconds }) =>
  toRateLimit(new RateLimiterMemory({ points, duration: seconds }));

/** The limit over a counter of rate-limiter-flexible. */
function toRateLimit(limiter: Pick<RateLimiterAbstract, 'consume' | 'get' | 'reward' | 'delete'>): RateLimit {
  return {
    take: async (key) => {
      try {
        await limiter.consume(key);
      } catch (error) {
        throw error instanceof RateLimiterRes ? tooMany(error) : error;
      }
    },
    giveBack: (key) =>
      ignoringErrors(async () => {
        const state = await limiter.get(key);
        if (state && state.consumedPoints > 0) await limiter.reward(key);
      }),
    forget: (key) => ignoringErrors(() => limiter.delete(key)),
  };
}

/** `take` throws the same errors, and an outage is reported by the database itself. */
async function ignoringErrors(work: () => Promise<unknown>): Promise<void> {
  await work().catch(() => {});
}

function tooMany({ msBeforeNext }: RateLimiterRes): RequestError {
  return new RequestError('too_many_requests', undefined, Math.max(1, Math.ceil(msBeforeNext / 1000)));
}

/**
 * Opens limits that all processes on one database count together. Keys, which hold addresses, are stored as keyed
 * hashes. A key without points left is refused from the memory of the process until its window ends, so that a flood
 * costs the database nothing; not so where points are returned, which another process may do.
 */
export function openSharedRateLimit(database: DatabasePool, keys: Pick<Keys, 'derive'>): OpenRateLimit {
  return (name, { points, seconds, isReturnable = false, isOptional = false }) => {
    const [pool] = name.split('/', 1) as [Parameters<DatabasePool['poolFor']>[0]];
    const window = { points, duration: seconds };
    const limit = toRateLimit(
      new RateLimiterPostgres({
        ...window,
        ...COUNTERS,
        storeClient: openCounters(database.poolFor(pool)),
        storeType: 'client',
        keyPrefix: name,
        ...(!isReturnable && { inMemoryBlockOnConsumed: points + 1 }),
        ...(isOptional && { insuranceLimiter: new RateLimiterMemory(window) }),
      }),
    );
    const hash = (key: string) => keys.derive('rate limit', `${name} ${key}`);
    return {
      take: (key) => limit.take(hash(key)),
      giveBack: (key) => limit.giveBack(hash(key)),
      forget: (key) => limit.forget(hash(key)),
    };
  };
}
