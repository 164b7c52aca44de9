import { listenFor } from '#backend/database/listen.ts';
import type { House } from './house.ts';
import { msUntilNextPublication } from './next-publication.ts';
import type { PageCache } from './page-cache.ts';
import { watchPublications } from './publication-watch.ts';

/** Forgets kept pages when any process changes content, and when a scheduled post appears. Returns how to stop. */
export function keepPagesFresh(house: House, pages: PageCache): () => Promise<void> {
  const watch = watchPublications(() => msUntilNextPublication(house.parts.database), pages.forget);
  const listener = listenFor(house.databaseUrl, 'content_changed', () => {
    pages.forget();
    watch.look();
  });
  return async () => {
    watch.stop();
    await listener.stop();
  };
}
