import { outsideRequests } from './request-context.ts';

/**
 * Runs `work` one at a time. Calls during a run all get the promise of one further run, which starts after it. Rejects
 * as `work` does.
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve();
  let upcoming: Promise<void> | null = null;
  return () => {
    upcoming ??= last = last
      .catch(() => {})
      .then(() => {
        upcoming = null;
        // The run serves all callers, so it must not count for the first one.
        return outsideRequests(work);
      });
    return upcoming;
  };
}
