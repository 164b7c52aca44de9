/** How long deliveries may keep the process from other work. */
const SLICE_MS = 5;
/** Deliveries between two looks at the clock. */
const PER_LOOK = 8;

/**
 * Does many short pieces of work in the order in which they were given, with pauses for other work of the process: for
 * each of the items, at once if nothing waits. Resolves when all is done; rejects as the work does.
 */
export type InSlices = <T>(items: Iterable<T>, work: (item: T) => void) => Promise<void>;

export function createSlices(): InSlices {
  /** Each does a part of its work and returns whether that was the last. */
  const waiting: (() => boolean)[] = [];
  let isPaused = false;
  const runWaiting = (): void => {
    isPaused = false;
    const end = performance.now() + SLICE_MS;
    for (let first = waiting[0]; first; first = waiting[0]) {
      if (first()) waiting.shift();
      if (performance.now() < end) continue;
      isPaused = true;
      setImmediate(runWaiting);
      return;
    }
  };
  return async (items, work) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const rest = items[Symbol.iterator]();
    const runPart = (): boolean => {
      for (let n = 0; n < PER_LOOK; n += 1) {
        const { done, value } = rest.next();
        if (done) {
          resolve();
          return true;
        }
        work(value);
      }
      return false;
    };
    waiting.push(() => {
      try {
        return runPart();
      } catch (error) {
        reject(error);
        return true;
      }
    });
    if (waiting.length === 1 && !isPaused) runWaiting();
    return promise;
  };
}
