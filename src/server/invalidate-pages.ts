import { asBackend } from '#backend/database/as-caller.ts';
import type { DatabasePool } from '#backend/database/connect.ts';
import { listenFor } from '#backend/database/listen.ts';
import type { Runtime } from './runtime.ts';
import type { PageCache } from './page-cache.ts';
import { watchPublications } from './publication-watch.ts';

export type PageInvalidation = {
  /** Resolves when the pages of this process are invalidated for all committed changes. Never rejects. */
  flushNotifications: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Invalidates cached pages when any process changes content, and when a scheduled post is published. */
export function invalidatePagesOnChange(runtime: Runtime, pages: PageCache): PageInvalidation {
  const watch = watchPublications(() => msUntilNextPublication(runtime.deps.database), pages.invalidate);
  const listener = listenFor(runtime.databaseUrl, 'content_changed', () => {
    pages.invalidate();
    watch.refresh();
  });
  return {
    flushNotifications: listener.flushNotifications,
    stop: async () => {
      watch.stop();
      await listener.stop();
    },
  };
}

/** Milliseconds until the next scheduled post is published, by the clock of the database; null without one. */
async function msUntilNextPublication(database: DatabasePool): Promise<number | null> {
  return asBackend(database, async (query) => {
    const { rows } = await query(
      `select extract(epoch from min(published_at) - clock_timestamp()) * 1000 as ms
       from public.blog_posts where status = 'published' and published_at > now()`,
    );
    const ms = rows[0]?.['ms'];
    return ms === null || ms === undefined ? null : Number(ms);
  });
}
