import type { Socket } from 'node:net';
import { setImmediate as afterIncoming } from 'node:timers/promises';
import type pg from 'pg';
import { createClient } from '../client.ts';
import { DatabaseUnavailable } from '../unavailable.ts';
import { endsWithin } from '../ends-within.ts';

/** Detects a PostgreSQL that holds connections and answers nothing: it is stopped, or the network drops its packets. */
export type ResponseWatch = {
  /**
   * Starts `work` and settles as it does. Rejects with DatabaseUnavailable when PostgreSQL is found not to respond
   * meanwhile, or at once while that is known. `discard` is given a result that comes too late.
   */
  during: <T>(work: () => Promise<T>, discard?: (late: T) => void) => Promise<T>;
  /** Watches the connections of the pool: whatever arrives on one is a response. Idle connections are used to ask the server. */
  follow: (pool: pg.Pool) => void;
};

/** PostgreSQL is asked when a request has waited for this long and nothing has arrived. */
const QUIET_MS = 500;
const CHECK_EVERY_MS = 100;

type Waiting = { since: number; reject: (error: DatabaseUnavailable) => void };

/** Watches the server at `url`, while requests wait for it and until it responds again. */
export function watchResponses(url: string): ResponseWatch {
  const traffic = countTraffic();
  const pools: pg.Pool[] = [];
  const waiting = new Set<Waiting>();
  let isSilent = false;
  let isAsking = false;
  let timer: NodeJS.Timeout | undefined;

  const ask = async (): Promise<void> => {
    // Idle connections may be lost where the server is not, so a silent one is asked on new connections.
    const isAnswered = await askServer(url, isSilent ? [] : pools);
    // After a long turn of the event loop, timers run before arrived data is read.
    await afterIncoming();
    isSilent = !isAnswered && performance.now() - traffic.heardAt() >= QUIET_MS;
  };
  const check = async (): Promise<void> => {
    const quietSince = Math.max(traffic.heardAt(), Math.min(...[...waiting].map(({ since }) => since)));
    if (isAsking || (!isSilent && performance.now() - quietSince < QUIET_MS)) return;
    isAsking = true;
    await ask();
    isAsking = false;
    if (!isSilent) return;
    for (const { reject } of waiting) reject(notResponding());
    waiting.clear();
  };
  const tick = (): void => {
    if (waiting.size > 0 || isSilent) return void check();
    clearInterval(timer);
    timer = undefined;
  };

  return {
    during: (work, discard = () => {}) =>
      new Promise((resolve, reject) => {
        if (isSilent) return reject(notResponding());
        const result = work();
        const own: Waiting = { since: performance.now(), reject };
        waiting.add(own);
        timer ??= setInterval(tick, CHECK_EVERY_MS).unref();
        // A request that was given up is no longer waiting.
        result.then(
          (value) => (waiting.delete(own) ? resolve(value) : discard(value)),
          (error: Error) => waiting.delete(own) && reject(error),
        );
      }),
    follow: (pool) => {
      pools.push(pool);
      traffic.follow(pool);
    },
  };
}

function notResponding(): DatabaseUnavailable {
  return new DatabaseUnavailable('unreachable', 'PostgreSQL does not respond');
}

/** When something last arrived on a connection of the pools, by the clock of `performance.now()`. */
function countTraffic(): { follow: (pool: pg.Pool) => void; heardAt: () => number } {
  const bytesOf = new Map<pg.PoolClient, number>();
  let heardAt = -Infinity;
  return {
    follow: (pool) => {
      pool.on('connect', (client) => {
        heardAt = performance.now();
        bytesOf.set(client, bytesRead(client));
      });
      pool.on('remove', (client) => bytesOf.delete(client));
    },
    heardAt: () => {
      for (const [client, before] of bytesOf) {
        const bytes = bytesRead(client);
        if (bytes === before) continue;
        bytesOf.set(client, bytes);
        heardAt = performance.now();
      }
      return heardAt;
    },
  };
}

/** Reading the count of the socket is cheap; a listener would be called for each packet. */
function bytesRead(client: pg.PoolClient): number {
  const { stream } = (client as unknown as pg.Client).connection;
  return (stream as Socket).bytesRead;
}

/** `select 1` takes less than a millisecond, on a loaded machine a hundred times as long. */
const QUERY_MS = 1_500;
/** A new connection needs a new process of the server. */
const CONNECT_MS = 3_000;

/**
 * Whether the server, or the kernel in its place, answers in time, errors included. Uses an idle connection of one of
 * the pools, else a new one to `url`. Never rejects.
 */
async function askServer(url: string, pools: readonly pg.Pool[]): Promise<boolean> {
  const pool = pools.find(({ idleCount, waitingCount, ending }) => idleCount > waitingCount && !ending);
  return pool ? endsWithin(QUERY_MS, queryIdle(pool)) : endsWithin(CONNECT_MS, connect(url));
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
