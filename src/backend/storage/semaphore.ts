import { StorageError } from './errors.ts';

/** Runs the work when it is its turn; `key` says on whose account, e.g. the client's address. */
export type Semaphore = <T>(work: () => Promise<T>, key?: string) => Promise<T>;

export type SemaphoreLimits = {
  /** Pieces of work that run at a time, and how many more may wait. */
  atOnce: number;
  waiting: number;
  /** The part of both that one key may take; all of it unless said. */
  atOncePerKey?: number;
  waitingPerKey?: number;
};

type Waiting = { key: string; start: () => void };

/**
 * A semaphore with a bounded queue that no key can take for itself: who comes first goes first, but keys that have
 * reached their share are passed over. Throws StorageError `SlowDown` where the queue, or the key's part of it, is full.
 */
export function createSemaphore({
  atOnce,
  waiting,
  atOncePerKey = atOnce,
  waitingPerKey = waiting,
}: SemaphoreLimits): Semaphore {
  const running = new Map<string, number>();
  const line: Waiting[] = [];
  let total = 0;
  const mayRun = (key: string) => total < atOnce && (running.get(key) ?? 0) < atOncePerKey;
  const enter = (key: string) => {
    total += 1;
    running.set(key, (running.get(key) ?? 0) + 1);
  };
  const leave = (key: string) => {
    total -= 1;
    const left = (running.get(key) ?? 1) - 1;
    if (left === 0) running.delete(key);
    else running.set(key, left);
    const next = line.findIndex((entry) => mayRun(entry.key));
    if (next !== -1) line.splice(next, 1)[0]?.start();
  };
  return async (work, key = '') => {
    if (mayRun(key)) enter(key);
    else {
      const ofKey = line.filter((entry) => entry.key === key).length;
      if (line.length >= waiting || ofKey >= waitingPerKey) throw new StorageError('SlowDown');
      await new Promise<void>((resolve) => {
        // Counted before `leave` returns, so that nobody slips in between.
        line.push({ key, start: () => (enter(key), resolve()) });
      });
    }
    try {
      return await work();
    } finally {
      leave(key);
    }
  };
}
