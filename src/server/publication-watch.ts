export type PublicationWatch = {
  /** Asks again when the next post is due; call it whenever posts may have changed. */
  refresh: () => void;
  stop: () => void;
};

/** The longest that a timer of Node waits. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;
const RETRY_AFTER_ERROR_MS = 1000;

/**
 * Calls `publish` at the moment at which the next scheduled post appears, and goes on to the one after it. Nothing is
 * lost when the process is down at that moment: row-level security shows the post, this only ends pages kept from before.
 * `msUntilNext` answers by the database's own clock, null where nothing is scheduled.
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
        // Rounded up: a page rendered in the last fraction of a millisecond before would be kept without the post.
        if (mine === round && ms !== null) wait(Math.ceil(ms) + 1, appear);
      },
      () => {
        // The database is away; pages kept meanwhile must not outlive the moment, so none are kept.
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
