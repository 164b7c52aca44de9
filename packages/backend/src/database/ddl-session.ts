import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { ConfigurationError } from '../configuration-error.ts';
import { type LockWatch, watchLocks } from './lock-watch.ts';

/** How long a start waits for locks, in milliseconds, before it fails. */
export type LockPatience = {
  /** For tables in use by requests, dumps or other programs. */
  tablesMs: number;
  /** For another start that is migrating the same database. */
  migrationMs: number;
};

export const LOCK_PATIENCE: LockPatience = { tablesMs: 90_000, migrationMs: 10 * 60_000 };

/**
 * The timeout of one attempt to get a lock. Other sessions queue behind a waiting DDL statement, so attempts are short
 * and repeated. Shorter than PostgreSQL's deadlock_timeout (1 s), so that in a deadlock with a request this session
 * gives way.
 */
const LOCK_TIMEOUT_MS = 800;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** An arbitrary number, the same in every process of this product. */
const MIGRATION_LOCK = 727_101_018;
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK_DETECTED = '40P01';

/** A connection that changes the schema while the database is in use. */
export type DdlSession = {
  client: pg.Client;
  onProgress: (line: string) => void;
  patience: LockPatience;
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
  options: { url: string; onProgress: (line: string) => void; patience?: LockPatience },
): DdlSession {
  const { url, onProgress, patience = LOCK_PATIENCE } = options;
  let watch: LockWatch | null = null;
  const run: DdlSession['run'] = async (work) => {
    const end = Date.now() + patience.tablesMs;
    for (let pause = FIRST_PAUSE_MS, isTold = false; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      const what = await tryTransaction(client, work);
      if (what === null) return;
      watch ??= await watchLocks(url, client);
      const holders = watch.holders();
      if (Date.now() > end) throw tooLong(what, holders);
      if (holders && !isTold) {
        isTold = true;
        onProgress(`Waiting to change the database (${what}): ${holders} …`);
      }
      await sleep(pause);
    }
  };
  return {
    client,
    onProgress,
    patience,
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
export async function takeMigrationLock({ client, onProgress, patience }: DdlSession): Promise<void> {
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
    await sleep(FIRST_PAUSE_MS);
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
