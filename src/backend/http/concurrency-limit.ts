import pLimit, { type LimitFunction } from 'p-limit';
import { RequestError } from './errors.ts';

export type ConcurrencyLimit = <T>(key: string, work: () => Promise<T>) => Promise<T>;

const RETRY_AFTER_SECONDS = 1;

/**
 * Runs at most `atOnce` pieces of work per key at a time, in their order, and lets `waiting` more wait; for the next it
 * throws RequestError `too_many_requests`. Rethrows what the work throws. Counted in the memory of this process.
 */
export function createConcurrencyLimit({ atOnce, waiting }: { atOnce: number; waiting: number }): ConcurrencyLimit {
  const limits = new Map<string, { run: LimitFunction; size: number }>();
  return async (key, work) => {
    const limit = limits.get(key) ?? { run: pLimit(atOnce), size: 0 };
    if (limit.size >= atOnce + waiting) {
      throw new RequestError('too_many_requests', 'Too many requests at once', RETRY_AFTER_SECONDS);
    }
    limits.set(key, limit);
    limit.size += 1;
    try {
      return await limit.run(work);
    } finally {
      limit.size -= 1;
      if (limit.size === 0) limits.delete(key);
    }
  };
}
