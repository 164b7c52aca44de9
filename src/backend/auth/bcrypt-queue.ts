import pLimit from 'p-limit';
import { RequestError } from '../http/errors.ts';

export type BcryptQueueLimits = {
  /** Computations at the same time. */
  atOnce: number;
  /** Requests that compute or wait. One computation takes about 70 ms of processor time. */
  mostAdmitted: number;
  /** The same for one requester. */
  mostOfOne: number;
  /** The Retry-After of a rejected request. */
  retryAfterSeconds: number;
};

/** Limits the work that passwords cause: how many requests may wait for it, and how much runs at a time. */
export function createBcryptQueue({ atOnce, mostAdmitted, mostOfOne, retryAfterSeconds }: BcryptQueueLimits) {
  const limit = pLimit(atOnce);
  const admitted = new Map<string, number>();
  let total = 0;
  return {
    /**
     * Runs all password work of one request, its queries included, so that a rejected request costs nothing. Throws
     * RequestError `too_many_requests` when the queue, or the requester's share of it, is full.
     */
    admit: async <T>(requester: string, work: () => Promise<T>): Promise<T> => {
      const own = admitted.get(requester) ?? 0;
      if (own >= mostOfOne || total >= mostAdmitted) {
        throw new RequestError('too_many_requests', undefined, retryAfterSeconds);
      }
      admitted.set(requester, own + 1);
      total += 1;
      try {
        return await work();
      } finally {
        total -= 1;
        const left = (admitted.get(requester) ?? 1) - 1;
        if (left === 0) admitted.delete(requester);
        else admitted.set(requester, left);
      }
    },
    /** Runs one computation within the limit. */
    compute: <T>(work: () => Promise<T>): Promise<T> => limit(work),
  };
}
