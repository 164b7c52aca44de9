import { listenFor } from '#backend/database/listen.ts';
import type { Runtime } from './runtime.ts';
import { msUntilNextPublication } from './next-publication.ts';
import type { PageCache } from './page-cache.ts';
import { watchPublications } from './publication-watch.ts';

export type FreshPages = {
  /** Resolves when this process has forgotten its pages for every change that is committed already. Never rejects. */
  settle: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Forgets kept pages when any process changes content, and when a scheduled post appears. */
export function keepPagesFresh(runtime: Runtime, pages: PageCache): FreshPages {
  const watch = watchPublications(() => msUntilNextPublication(runtime.deps.database), pages.forget);
  const listener = listenFor(runtime.databaseUrl, 'content_changed', () => {
    pages.forget();
    watch.look();
  });
  return {
    settle: listener.settle,
    stop: async () => {
      watch.stop();
      await listener.stop();
    },
  };
}
