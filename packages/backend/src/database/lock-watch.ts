import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { createClient } from './client.ts';

/** Watches, on its own connection, which sessions block another connection. */
export type LockWatch = {
  /** The last blocking sessions seen, as part of a sentence, or null. */
  holders: () => string | null;
  stop: () => Promise<void>;
};

const POLL_EVERY_MS = 200;
const WORDS_OF_QUERY = 80;

const HOLDERS = `select pid, application_name as program, state, extract(epoch from now() - xact_start)::int as seconds,
    left(regexp_replace(query, '\\s+', ' ', 'g'), ${WORDS_OF_QUERY}) as query
  from pg_stat_activity where pid = any(pg_blocking_pids($1))`;

type Holder = { pid: number; program: string; state: string | null; seconds: number | null; query: string };

/** Starts to watch `waiting`. PostgreSQL reports blocking sessions only while a statement waits. */
export async function watchLocks(url: string, waiting: pg.Client): Promise<LockWatch> {
  const { rows } = await waiting.query<{ pid: number }>('select pg_backend_pid() as pid');
  const client = createClient(url);
  await client.connect();
  let seen: string | null = null;
  let isStopped = false;
  const poll = async (): Promise<void> => {
    while (!isStopped) {
      const found = await client.query<Holder>(HOLDERS, [rows[0]?.pid]);
      if (found.rows.length > 0) seen = found.rows.map(describe).join('; ');
      await sleep(POLL_EVERY_MS);
    }
  };
  // Only for error messages: a broken watch must not fail the migration.
  const polling = poll().catch(() => {});
  return {
    holders: () => seen,
    stop: async () => {
      isStopped = true;
      await polling;
      await client.end();
    },
  };
}

function describe({ pid, program, state, seconds, query }: Holder): string {
  const name = program ? `, ${program}` : '';
  return `process ${pid}${name}, ${state ?? 'running'}, in a transaction since ${seconds ?? 0} s, holds a lock ("${query}")`;
}
