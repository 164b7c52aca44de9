import { outsideRequests } from '../usage/request-context.ts';
import type { DatabasePool } from '../database/connect.ts';
import { type Listener, listenFor } from '../database/listen.ts';

/** What the processes of the site tell each other, through PostgreSQL. */
export type Notifications = {
  /** Starts to listen; resolves when notifications of commits from now on are received. */
  start: () => Promise<void>;
  query: Listener['query'];
  stop: () => Promise<void>;
};

/** The advisory locks that say that this process lives, and that it listens (platform/realtime.sql). */
const LIFE = `select pg_advisory_lock_shared(hashtextextended('realtime ' || $1, 0)), pg_advisory_lock_shared(727101021, hashtext($1))`;
/** The channel of PostgreSQL. */
const CHANNEL = 'realtime';

/**
 * Receives the notifications of all processes and of the database: `onMessage` gets the parsed JSON, `onGap` is called
 * when notifications may have been missed. While it listens it holds the lock of `processId`. Nothing is opened before
 * `start`.
 */
export function createNotifications(
  { url }: DatabasePool,
  processId: string,
  { onMessage, onGap }: { onMessage: (message: unknown) => void; onGap: () => void },
): Notifications {
  const { promise: listening, resolve: isListening } = Promise.withResolvers<void>();
  let listener: Listener | null = null;
  const receive = (payload: string | null): void => {
    if (payload === null) {
      // Without a connection there is another gap soon.
      listener?.query(LIFE, [processId]).then(isListening, () => {});
      return onGap();
    }
    const message = parse(payload);
    if (message !== null) onMessage(message);
  };
  return {
    start: () => {
      // Notifications belong to no request, not even to that of the first subscriber.
      listener ??= outsideRequests(() => listenFor(url, CHANNEL, receive));
      return listening;
    },
    query: async (text, values) => {
      await listening;
      await listener?.query(text, values);
    },
    stop: async () => {
      await listener?.stop();
    },
  };
}

/** Anybody with a connection may notify. */
function parse(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return null;
  }
}
