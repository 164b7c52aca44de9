import { asBackend } from '#backend/database/as-caller.ts';
import type { DatabasePool } from '#backend/database/connect.ts';
import { listenFor } from '#backend/database/listen.ts';
import type { Runtime } from '../start/runtime.ts';
import type { FollowedWords } from '../words/follow-words.ts';
import type { PageCache } from './page-cache.ts';

type PageInvalidation = {
  /** Resolves when this process has the pages and the words of no earlier state than all committed changes. Never rejects. */
  flushNotifications: () => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Invalidates cached pages when any process changes content, and when something scheduled is published. The words of the
 * site are read again when they changed, or when a draft of them is due.
 */
export function invalidatePagesOnChange(runtime: Runtime, pages: PageCache, words: FollowedWords): PageInvalidation {
  const publish = (): void => {
    words.expire();
    pages.invalidate();
  };
  const watch = watchPublications(() => msUntilNextPublication(runtime.deps.database), publish);
  const listener = listenFor(runtime.databaseUrl, 'content_changed', (table) => {
    // First: a page that is rendered from now on waits for the words.
    if (table === null || table === WORDS_TABLE) words.expire();
    pages.invalidate();
    watch.refresh();
  });
  return {
    flushNotifications: async () => {
      await listener.flushNotifications();
      await words.ready();
    },
    stop: async () => {
      watch.stop();
      await listener.stop();
    },
  };
}

/** As the triggers of the table name it in the notification. */
const WORDS_TABLE = 'site_words';

/** Milliseconds until the next scheduled post or draft of words is published, by the clock of the database; null without one. */
async function msUntilNextPublication(database: DatabasePool): Promise<number | null> {
  return asBackend(database, async (query) => {
    const { rows } = await query(
      `select extract(epoch from least(
         (select min(published_at) from public.blog_posts where status = 'published' and published_at > now()),
         (select min(d.publish_at) from public.post_drafts d join public.site_words w on w.id = d.post_id)
       ) - clock_timestamp()) * 1000 as ms`,
    );
    const ms = rows[0]?.['ms'];
    return ms === null || ms === undefined ? null : Number(ms);
  });
}

type PublicationWatch = {
  /** Reads the time of the next publication again. Call it whenever posts may have changed. */
  refresh: () => void;
  stop: () => void;
};

/** The database's clock may be set, also back to before something was published. */
const CHECK_EVERY_MS = 60_000;
const RETRY_MS = 1000;
/** Two looks at the same time differ by less. */
const SAME_TIME_MS = 2000;

/**
 * Calls `publish` when the next scheduled post or draft of words becomes public, and continues with the one after it. The
 * database publishes, but nothing else drops the pages: one that became public between two looks leads to `publish` too. `msUntilNext` returns
 * milliseconds by the database's clock, or null where nothing is scheduled.
 */
export function watchPublications(msUntilNext: () => Promise<number | null>, publish: () => void): PublicationWatch {
  let timer: NodeJS.Timeout | undefined;
  let round = 0;
  /** When the next one was due at the last look, by `performance.now()`; null without one, or after `publish`. */
  let expectedAt: number | null = null;

  const wait = (ms: number, act: () => void): void => {
    timer = setTimeout(act, ms);
    timer.unref();
  };
  const appear = (): void => {
    publish();
    refresh();
  };
  const appearOnTime = (): void => {
    expectedAt = null;
    appear();
  };
  const refresh = (): void => {
    round += 1;
    const mine = round;
    clearTimeout(timer);
    msUntilNext().then(
      (ms) => {
        if (mine !== round) return;
        const dueAt = ms === null ? Infinity : performance.now() + ms;
        if (expectedAt !== null && dueAt > expectedAt + SAME_TIME_MS) publish();
        expectedAt = ms === null ? null : dueAt;
        if (ms === null || ms > CHECK_EVERY_MS) return wait(CHECK_EVERY_MS, refresh);
        // It is due, and being published.
        if (ms <= 0) return wait(RETRY_MS, appearOnTime);
        // Rounded up: a page rendered within the last fraction of a millisecond would be cached without the post.
        wait(Math.ceil(ms) + 1, appearOnTime);
      },
      () => {
        // The database is unavailable. Invalidate pages that were cached meanwhile, and retry.
        if (mine === round) wait(RETRY_MS, appear);
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
