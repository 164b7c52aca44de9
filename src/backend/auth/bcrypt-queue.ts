import pLimit from 'p-limit';
import { RequestError } from '../http/errors.ts';

export type BcryptQueueLimits = {
  /** Computations at the same time. */
  atOnce: number;
  /** Requests that compute or wait for their turn; one computation takes some 70 ms of a processor. */
  mostAdmitted: number;
  /** Of these, the requests of one requester. */
  mostOfOne: number;
  /** What a refused requester is told to wait. */
  retryAfterSeconds: number;
};

/** Bounds the work that passwords cause: how many requests may cause it, and how much of it runs at the same time. */
export function createBcryptQueue({ atOnce, mostAdmitted, mostOfOne, retryAfterSeconds }: BcryptQueueLimits) {
  const limit = pLimit(atOnce);
  const admitted = new Map<string, number>();
  let total = 0;
  return {
    /**
     * Does all that a request does with a password, the queries for it too, so that a refused one costs nothing. Throws
     * RequestError `too_many_requests` at once when the queue, or the requester's share of it, is full.
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
    /** One computation, when its turn comes. */
    compute: <T>(work: () => Promise<T>): Promise<T> => limit(work),
  };
}
