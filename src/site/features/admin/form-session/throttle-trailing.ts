export type Throttled = { request: () => void; cancel: () => void };

/** Runs `run` once within `waitMs` of the first request since its last run, however many requests follow. */
export function throttleTrailing(run: () => void, waitMs: number): Throttled {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    request: () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        run();
      }, waitMs);
    },
    cancel: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
