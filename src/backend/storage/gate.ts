import { StorageFault } from './errors.ts';

export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets `atOnce` pieces of work run and `waiting` more stand in line; throws StorageFault `SlowDown` for the next. */
export function createGate({ atOnce, waiting }: { atOnce: number; waiting: number }): Gate {
  let running = 0;
  const line: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) {
      if (line.length >= waiting) throw new StorageFault('SlowDown');
      // Whoever leaves hands its place on, so `running` does not change.
      await new Promise<void>((resolve) => line.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
