import pLimit from 'p-limit';
import { RequestFault } from '../http/faults.ts';

export type BcryptQueue = <T>(requester: string, work: () => Promise<T>) => Promise<T>;

export type BcryptQueueLimits = {
  /** Computations at the same time. */
  atOnce: number;
  /** Computations that wait for their turn; one takes some 70 ms of a processor. */
  mostWaiting: number;
  /** Computations, running and waiting, of one requester. */
  mostOfOne: number;
  /** What a refused requester is told to wait. */
  retryAfterSeconds: number;
};

/**
 * Bounds the work that passwords cause. Throws RequestFault `too_many_requests` at once when the queue, or the
 * requester's share of it, is full.
 */
export function createBcryptQueue({
  atOnce,
  mostWaiting,
  mostOfOne,
  retryAfterSeconds,
}: BcryptQueueLimits): BcryptQueue {
  const limit = pLimit(atOnce);
  const pending = new Map<string, number>();
  return async (requester, work) => {
    const own = pending.get(requester) ?? 0;
    if (own >= mostOfOne || limit.pendingCount >= mostWaiting) {
      throw new RequestFault('too_many_requests', undefined, retryAfterSeconds);
    }
    pending.set(requester, own + 1);
    try {
      return await limit(work);
    } finally {
      const left = (pending.get(requester) ?? 1) - 1;
      if (left === 0) pending.delete(requester);
      else pending.set(requester, left);
    }
  };
}
