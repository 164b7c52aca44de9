type Throttled = { request: () => void; cancel: () => void };

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

/**
 * Runs `run` within `waitMs` of a request, one run at a time: requests during a run lead to one more run after it.
 * Rejections are ignored.
 */
export function runInTurn(run: () => Promise<unknown>, waitMs: number): Throttled {
  let isRunning = false;
  let isDue = false;
  const start = async (): Promise<void> => {
    if (isRunning) {
      isDue = true;
      return;
    }
    isRunning = true;
    await run().catch(() => {});
    isRunning = false;
    if (!isDue) return;
    isDue = false;
    throttled.request();
  };
  const throttled = throttleTrailing(() => void start(), waitMs);
  return throttled;
}
