export type PublicationWatch = {
  /** Reads the time of the next publication again. Call it whenever posts may have changed. */
  refresh: () => void;
  stop: () => void;
};

/** The database's clock may be set while a timer runs. */
const CHECK_EVERY_MS = 60_000;
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
    timer = setTimeout(act, ms);
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
        if (mine !== round || ms === null) return;
        if (ms > CHECK_EVERY_MS) return wait(CHECK_EVERY_MS, refresh);
        // Rounded up: a page rendered within the last fraction of a millisecond would be cached without the post.
        wait(Math.ceil(ms) + 1, appear);
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
