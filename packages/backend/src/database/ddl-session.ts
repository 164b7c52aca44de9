import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { ConfigurationError } from '../configuration-error.ts';
import { createClient } from './client.ts';

/** How long a start waits for locks, in milliseconds, before it fails. */
export type LockPatience = {
  /** For tables in use by requests, dumps or other programs. */
  tablesMs: number;
  /** For another start that is migrating the same database. */
  migrationMs: number;
};

const LOCK_PATIENCE: LockPatience = { tablesMs: 90_000, migrationMs: 10 * 60_000 };

/**
 * The timeout of one attempt to get a lock. Other sessions queue behind a waiting DDL statement, so attempts are short
 * and repeated. Shorter than PostgreSQL's deadlock_timeout (1 s), so that in a deadlock with a request this session
 * gives way.
 */
const LOCK_TIMEOUT_MS = 800;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5_000;
/** An arbitrary number, the same in every process of this product. */
const MIGRATION_LOCK = 727_101_018;
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK_DETECTED = '40P01';

/** A connection that changes the schema while the database is in use. */
export type DdlSession = {
  client: pg.Client;
  onProgress: (line: string) => void;
  patience: LockPatience;
  /** Pauses between two attempts. Throws when the session is to end. */
  pause: (ms: number) => Promise<void>;
  /**
   * Runs a transaction, and repeats it while other sessions hold the locks it needs, so `work` may run several times.
   * Throws the PartFailed of `part`, and after the timeout a ConfigurationError that names the holders of the locks.
   * Everything is rolled back then.
   */
  run: (work: () => Promise<unknown>) => Promise<void>;
  /** Runs one part of the transaction of `run`, named by its file. Throws a PartFailed. */
  part: (name: string, work: () => Promise<unknown>) => Promise<void>;
  close: () => Promise<void>;
};

/** A part of the transaction failed; the message begins with its name, the cause is the error of the database. */
export class PartFailed extends Error {
  readonly part: string;

  constructor(part: string, cause: Error) {
    super(`${part}: ${cause.message}`, { cause });
    this.name = 'PartFailed';
    this.part = part;
  }
}

/** Creates a session on a connected client. `url` is the address for watching locks; `onProgress` gets lines for the operator. */
export function createDdlSession(
  client: pg.Client,
  options: { url: string; onProgress: (line: string) => void; patience?: LockPatience; signal?: AbortSignal },
): DdlSession {
  const { url, onProgress, patience = LOCK_PATIENCE, signal } = options;
  const pause = (ms: number): Promise<void> => sleep(ms, undefined, { ...(signal && { signal }) });
  let watch: LockWatch | null = null;
  const run: DdlSession['run'] = async (work) => {
    const end = Date.now() + patience.tablesMs;
    for (let pauseMs = FIRST_PAUSE_MS, isTold = false; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      const what = await tryTransaction(client, work);
      if (what === null) return;
      watch ??= await watchLocks(url, client);
      const holders = watch.holders();
      if (Date.now() > end) throw tooLong(what, holders);
      if (holders && !isTold) {
        isTold = true;
        onProgress(`Waiting to change the database (${what}): ${holders} …`);
      }
      await pause(pauseMs);
    }
  };
  return {
    client,
    onProgress,
    patience,
    pause,
    run,
    part: async (name, work) => {
      await work().catch((error: Error) => {
        throw new PartFailed(name, error);
      });
    },
    close: async () => {
      await watch?.stop();
      await client.end();
    },
  };
}

/** Returns null when the transaction was committed, and the part for which a lock was not available. */
async function tryTransaction(client: pg.Client, work: () => Promise<unknown>): Promise<string | null> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await work();
    await client.query('commit');
    return null;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    const [part, cause] = error instanceof PartFailed ? [error.part, error.cause] : ['its state', error];
    const { code } = cause as { code?: string };
    if (code === LOCK_NOT_AVAILABLE || code === DEADLOCK_DETECTED) return part;
    throw error;
  }
}

function tooLong(what: string, holders: string | null): ConfigurationError {
  return new ConfigurationError(
    `The database could not be brought up to date (${what}): ${holders ?? 'its tables were in use all the time'}.\n` +
      'Everything was rolled back. Let that end, or end it (select pg_terminate_backend(PROCESS)), then start again.',
  );
}

/**
 * Takes the lock of migrations, which one process holds at a time; closing the session releases it. Throws a
 * ConfigurationError that names the holder after the timeout.
 */
export async function takeMigrationLock({ client, onProgress, patience, pause }: DdlSession): Promise<void> {
  const end = Date.now() + patience.migrationMs;
  for (let isTold = false; ;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.taken) return;
    const holder = await findMigrationLockHolder(client);
    if (Date.now() > end) {
      throw new ConfigurationError(
        `Another start${holder} has been changing this database for ${Math.round(patience.migrationMs / 1000)} seconds. ` +
          'Let it end, or end it, then start again.',
      );
    }
    if (!isTold) onProgress(`Waiting: another start${holder} is bringing the database up to date …`);
    isTold = true;
    await pause(FIRST_PAUSE_MS);
  }
}

/** pg_locks splits a bigint key into two halves (https://www.postgresql.org/docs/18/view-pg-locks.html). */
async function findMigrationLockHolder(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and granted and classid = 0 and objid = $1
      and database = (select oid from pg_database where datname = current_database())`,
    [MIGRATION_LOCK],
  );
  return rows[0] ? ` (PostgreSQL process ${rows[0].pid})` : '';
}

/** Watches, on its own connection, which sessions block another connection. */
type LockWatch = {
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
async function watchLocks(url: string, waiting: pg.Client): Promise<LockWatch> {
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
