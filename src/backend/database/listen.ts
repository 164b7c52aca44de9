import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createClient } from './client.ts';

export type Listener = {
  /**
   * Resolves when every notification of the transactions that are committed already was handed to `onMessage`. Where
   * that cannot be known within SETTLE_MS, `onMessage(null)` is called instead. Never rejects.
   */
  settle: () => Promise<void>;
  stop: () => Promise<void>;
};

const CONNECT_WITHIN_MS = 10_000;
const AGAIN_AFTER_MS = 500;
/** Longer than a busy database needs for `select 1`; a connection that takes longer is given up and opened anew. */
const SETTLE_MS = 2000;

/**
 * Hears PostgreSQL's notifications on one channel for as long as the app lives, over a connection of its own that is
 * opened again when it breaks. `onMessage` gets the payload, or null after a gap in which messages may have been missed.
 */
export function listenFor(url: string, channel: string, onMessage: (payload: string | null) => void): Listener {
  let stopped = false;
  let client: pg.Client | null = null;
  /** The connection that listens at present; null while there is none. */
  let listening: pg.Client | null = null;

  const hear = async (): Promise<void> => {
    const connection = createClient(url, {
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      keepAlive: true,
      application_name: 'india-going-global listener',
    });
    client = connection;
    const ended = new Promise<void>((resolve) => connection.once('end', () => resolve()));
    connection.on('notification', ({ payload }) => onMessage(payload ?? ''));
    await connection.connect();
    await connection.query(`listen ${pg.escapeIdentifier(channel)}`);
    listening = connection;
    onMessage(null);
    await ended;
  };

  const keepHearing = async (): Promise<void> => {
    while (!stopped) {
      await hear().catch(() => client?.end().catch(() => {}));
      listening = null;
      if (!stopped) await sleep(AGAIN_AFTER_MS);
    }
  };
  const life = keepHearing();

  const catchUp = async (): Promise<void> => {
    const connection = listening;
    if (connection && (await hasCaughtUp(connection))) return;
    onMessage(null);
    void connection?.end().catch(() => {});
  };

  return {
    settle: oneAtATime(catchUp),
    stop: async () => {
      stopped = true;
      await client?.end().catch(() => {});
      await life;
    },
  };
}

/**
 * PostgreSQL sends a listening session the notifications of committed transactions before it reports that session ready
 * for the next query (ProcessNotifyInterrupt in PostgresMain), so the answer to any query comes after them.
 */
async function hasCaughtUp(connection: pg.Client): Promise<boolean> {
  const answered = connection.query('select 1').then(
    () => true,
    () => false,
  );
  const givenUp = new AbortController();
  const late = sleep(SETTLE_MS, false, { signal: givenUp.signal }).catch(() => false);
  const isInTime = await Promise.race([answered, late]);
  givenUp.abort();
  return isInTime;
}

/** Those who call while `work` runs share the next run, which begins after they called. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve();
  let upcoming: Promise<void> | null = null;
  return () => {
    upcoming ??= last = last.then(() => {
      upcoming = null;
      return work();
    });
    return upcoming;
  };
}
