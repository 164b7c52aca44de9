import { setTimeout as sleep } from 'node:timers/promises';
import type { PageCache } from './page-cache.ts';

type PageRefresher = {
  /** Renders the hot pages that are not current, e.g. after the start. */
  refresh: () => void;
  /** Resolves when no page is being rendered. */
  stop: () => Promise<void>;
};

/** Rendered first and always. */
const FIRST_PAGES = ['/', '/blog'];
const MAX_PAGES = 20;
/** The time between two rounds, so that many changes in a row leave the process to its visitors. */
const PAUSE_MS = 200;

/**
 * Renders hot pages again right after a change of content, one at a time and those asked for most first, so that no
 * visitor waits for them. A further change starts a new round. `render` is given the path of a page.
 */
export function refreshPages(pages: PageCache, render: (path: string) => Promise<Response>): PageRefresher {
  let isStopped = false;
  let isWanted = false;
  let running: Promise<void> | null = null;

  const renderRound = async (): Promise<void> => {
    for (const path of new Set([...FIRST_PAGES, ...pages.mostAsked().slice(0, MAX_PAGES)])) {
      if (isWanted || isStopped) return;
      await pages.refresh(path, () => render(path)).catch(console.error);
    }
  };
  const run = async (): Promise<void> => {
    while (isWanted && !isStopped) {
      isWanted = false;
      await renderRound();
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
    running = null;
  };
  const refresh = (): void => {
    isWanted = true;
    if (!isStopped) running ??= Promise.resolve().then(run);
  };
  pages.onInvalidate(refresh);
  return {
    refresh,
    stop: async () => {
      isStopped = true;
      await running;
    },
  };
}
