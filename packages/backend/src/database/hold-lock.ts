import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { APPLICATION_NAME, createClient } from './client.ts';

const RETRY_MS = 500;
/** How often the connection is tested, so that a silently broken one is noticed. */
const CHECK_MS = 30_000;
const TIMEOUT_MS = 20_000;

/**
 * Holds a shared advisory lock of PostgreSQL until the process ends, on a connection of its own. PostgreSQL releases the
 * lock when the connection ends; it is then taken again, so callers must expect intervals without the lock. Resolves when
 * the lock is held. Throws when the first connection fails.
 */
export async function holdLock(url: string, name: string): Promise<void> {
  let client = await takeLock(url, name);
  const keepHolding = async (): Promise<never> => {
    for (;;) {
      await untilBroken(client);
      void client.end().catch(() => {});
      client = await takeAgain(url, name);
    }
  };
  void keepHolding();
}

async function takeLock(url: string, name: string): Promise<pg.Client> {
  const limits = { connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS, keepAlive: true };
  const client = createClient(url, { application_name: `${APPLICATION_NAME} lock`, ...limits });
  try {
    await client.connect();
    await client.query('select pg_advisory_lock_shared(hashtextextended($1, 0))', [name]);
    return client;
  } catch (error) {
    void client.end().catch(() => {});
    throw error;
  }
}

async function takeAgain(url: string, name: string): Promise<pg.Client> {
  for (;;) {
    await sleep(RETRY_MS, undefined, { ref: false });
    const client = await takeLock(url, name).catch(() => null);
    if (client) return client;
  }
}

async function untilBroken(client: pg.Client): Promise<void> {
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
  const failed = (async () => {
    for (;;) {
      await sleep(CHECK_MS, undefined, { ref: false });
      await client.query('select');
    }
  })().catch(() => {});
  await Promise.race([ended, failed]);
}
