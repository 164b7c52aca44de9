import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import type { DatabasePool } from '../database/connect.ts';
import { COUNTERS, openCounters } from '../database/shared-counters.ts';
import type { Keys } from './keys.ts';
import { type OpenRateLimit, toRateLimit } from './rate-limit.ts';

/**
 * Opens limits that all processes on one database count together. Keys, which hold addresses, are stored as keyed
 * hashes. A key without points left is refused from the memory of the process until its window ends, so that a flood
 * costs the database nothing; not so for limits that are reset, which another process may do.
 */
export function openSharedRateLimit(database: DatabasePool, keys: Pick<Keys, 'derive'>): OpenRateLimit {
  return (name, { points, seconds, isReset = false, isOptional = false }) => {
    const [pool] = name.split('/', 1) as [Parameters<DatabasePool['poolFor']>[0]];
    const window = { points, duration: seconds };
    const limit = toRateLimit(
      new RateLimiterPostgres({
        ...window,
        ...COUNTERS,
        storeClient: openCounters(database.poolFor(pool)),
        storeType: 'client',
        keyPrefix: name,
        ...(!isReset && { inMemoryBlockOnConsumed: points + 1 }),
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
