import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createClient } from './client.ts';

export type Listener = { stop: () => Promise<void> };

/**
 * Hears PostgreSQL's notifications on one channel for as long as the app lives, over a connection of its own that is
 * opened again when it breaks. `onMessage` gets the payload, or null after a gap in which messages may have been missed.
 */
export function listenFor(url: string, channel: string, onMessage: (payload: string | null) => void): Listener {
  let stopped = false;
  let client: pg.Client | null = null;

  const hear = async (): Promise<void> => {
    const connection = createClient(url, { keepAlive: true });
    client = connection;
    const ended = new Promise<void>((resolve) => connection.once('end', () => resolve()));
    connection.on('notification', ({ payload }) => onMessage(payload ?? ''));
    await connection.connect();
    await connection.query(`listen ${pg.escapeIdentifier(channel)}`);
    onMessage(null);
    await ended;
  };

  const keepHearing = async (): Promise<void> => {
    while (!stopped) {
      await hear().catch(() => client?.end().catch(() => {}));
      if (!stopped) await sleep(500);
    }
  };
  const life = keepHearing();

  return {
    stop: async () => {
      stopped = true;
      await client?.end().catch(() => {});
      await life;
    },
  };
}
