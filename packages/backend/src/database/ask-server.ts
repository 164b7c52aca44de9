import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { createClient } from './client.ts';

/** `select 1` takes less than a millisecond, on a loaded machine a hundred times as long. */
const QUERY_MS = 1_500;
/** A new connection needs a new process of the server. */
const CONNECT_MS = 3_000;

/**
 * Whether the server, or the kernel in its place, answers in time, errors included. Uses an idle connection of one of
 * the pools, else a new one to `url`. Never rejects.
 */
export async function askServer(url: string, pools: readonly pg.Pool[]): Promise<boolean> {
  const pool = pools.find(({ idleCount, waitingCount, ending }) => idleCount > waitingCount && !ending);
  const asking = pool ? queryIdle(pool) : connect(url);
  const timer = new AbortController();
  const timedOut = sleep(pool ? QUERY_MS : CONNECT_MS, false, { signal: timer.signal }).catch(() => false);
  const isAnswered = await Promise.race([asking.then(() => true), timedOut]);
  timer.abort();
  return isAnswered;
}

async function queryIdle(pool: pg.Pool): Promise<void> {
  const client = await pool.connect().catch(() => null);
  await client?.query('select 1').then(
    () => client.release(),
    (error: Error) => client.release(error),
  );
}

async function connect(url: string): Promise<void> {
  const client = createClient(url, { connectionTimeoutMillis: 2 * CONNECT_MS });
  await client.connect().catch(() => {});
  void client.end().catch(() => {});
}
