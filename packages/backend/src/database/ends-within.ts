import { setTimeout as sleep } from 'node:timers/promises';

/** Whether `work` ends within so many milliseconds; it goes on otherwise. Rejects as `work` does. */
export async function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController();
  const tooLate = sleep(ms, false, { signal: timer.signal }).catch(() => false);
  return Promise.race([work.then(() => true), tooLate]).finally(() => timer.abort());
}
