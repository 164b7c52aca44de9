export type PublicationWatch = {
  /** Reads the time of the next publication again. Call it whenever posts may have changed. */
  refresh: () => void;
  stop: () => void;
};

/** The maximum delay of a timer in Node. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;
const RETRY_AFTER_ERROR_MS = 1000;

/**
 * Calls `publish` when the next scheduled post becomes public, and continues with the one after it. Row-level security
 * publishes the post; this only invalidates cached pages, so nothing is lost while the process is down. `msUntilNext`
 * returns milliseconds by the database's clock, or null without a scheduled post.
 */
export function watchPublications(msUntilNext: () => Promise<number | null>, publish: () => void): PublicationWatch {
  let timer: NodeJS.Timeout | undefined;
  let round = 0;

  const wait = (ms: number, act: () => void): void => {
    timer = setTimeout(act, Math.min(ms, LONGEST_WAIT_MS));
    timer.unref();
  };
  const appear = (): void => {
    publish();
    refresh();
  };
  const refresh = (): void => {
    round += 1;
    const mine = round;
    clearTimeout(timer);
    msUntilNext().then(
      (ms) => {
        // Rounded up: a page rendered within the last fraction of a millisecond would be cached without the post.
        if (mine === round && ms !== null) wait(Math.ceil(ms) + 1, appear);
      },
      () => {
        // The database is unavailable. Invalidate pages that were cached meanwhile, and retry.
        if (mine === round) wait(RETRY_AFTER_ERROR_MS, appear);
      },
    );
  };
  return {
    refresh,
    stop: () => {
      round += 1;
      clearTimeout(timer);
    },
  };
}
