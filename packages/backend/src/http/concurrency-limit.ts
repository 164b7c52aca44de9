import { FairQueue, type FairQueueOptions, NoPlace } from '../usage/fair-queue.ts';
import { RequestError } from './errors.ts';

/** Runs `work` when the limits of its key allow it. Rethrows what the work throws. */
export type ConcurrencyLimit = <T>(key: string, work: () => Promise<T>) => Promise<T>;

const RETRY_AFTER_SECONDS = 1;

/**
 * Limits the work that runs and waits in this process, in total and per key (e.g. a client's address). Waiting work of
 * different keys starts in turn. Throws RequestError `too_many_requests` when the queue, or the key's part of it, is full.
 */
export function createConcurrencyLimit({
  message = 'Too many requests at once',
  ...limits
}: FairQueueOptions & { message?: string }): ConcurrencyLimit {
  const queue = new FairQueue(limits);
  return async (key, work) => {
    // Without a wait the work starts at once, not in a later microtask.
    const turn = enterQueue(queue, key, message);
    if (turn) await turn;
    try {
      return await work();
    } finally {
      queue.leave(key);
    }
  };
}

/**
 * Takes a place in the queue for the key: null when one is free, otherwise a promise that resolves when one is. Throws
 * RequestError `too_many_requests` with the message when no more may wait, and rejects with it after `withinMs`.
 */
export function enterQueue(queue: FairQueue, key: string, message: string, withinMs?: number): Promise<void> | null {
  const refuse = (error: unknown): never => {
    throw error instanceof NoPlace ? new RequestError('too_many_requests', message, RETRY_AFTER_SECONDS) : error;
  };
  try {
    return queue.enter(key, withinMs)?.catch(refuse) ?? null;
  } catch (error) {
    return refuse(error);
  }
}
