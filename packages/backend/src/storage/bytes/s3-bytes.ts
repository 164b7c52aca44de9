import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { asService } from '../../database/as-caller.ts';
import type { DatabasePool, RunQuery } from '../../database/connect.ts';
import { removeVersion, versionKey } from '../paths.ts';
import type { S3Store } from '../s3-store.ts';
import type { Bytes } from './folder-bytes.ts';
import { processLock } from './settle-processes.ts';

export type S3BytesDeps = { store: S3Store; database: DatabasePool; folder: string; processId: string; log: Logger };

/**
 * Bytes in an S3-compatible store, with marks in the database, so that machines share nothing else (decision 28). The
 * data folder has files being received, and renders. `local` is the folder of this process.
 */
export function openS3Bytes(deps: S3BytesDeps, local: Pick<Bytes, 'incoming' | 'rendersOf'>): Bytes {
  const { store, database, processId, log } = deps;
  const asOwn = (work: (query: RunQuery) => Promise<void>) => asService(database, {}, work);

  const giveUp = async (versions: readonly string[], mayArrive: boolean): Promise<void> => {
    try {
      await asOwn((query) => abandonVersions(query, versions, mayArrive));
      await removeAbandoned(deps, versions);
    } catch (error) {
      // What the caller did is complete; the marks stay for settleS3.
      log.warn({ err: error }, 'storage removes bytes from the store later');
    }
  };
  const write = async (version: string, work: () => Promise<void>): Promise<void> => {
    await asOwn((query) => markWriting(query, version, processId));
    try {
      await work();
    } catch (error) {
      await giveUp([version], true);
      throw error;
    }
  };

  return {
    ...local,
    processId,
    settle: async (versions, end) => {
      if (end === 'remove' && versions.length > 0) await giveUp(versions, false);
    },
    adopt: (file, version) => write(version, () => store.put(versionKey(version), file)),
    duplicate: (from, version) => write(version, () => store.copy(versionKey(from), versionKey(version))),
    mark: markRemoved,
    confirm: (query, version) => confirmVersion(query, version, processId),
    read: (version, part) => store.get(versionKey(version), part),
    withFile: async (version, work) => {
      const file = await local.incoming();
      try {
        await pipeline(await store.get(versionKey(version)), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
        return await work(file);
      } finally {
        await rm(file, { force: true });
      }
    },
  };
}

/**
 * Gives up what dead processes were writing, on any machine, and removes bytes that are to be removed. Errors are logged;
 * the marks stay for the next time.
 */
export async function settleS3(deps: S3BytesDeps): Promise<void> {
  const { database, processId, log } = deps;
  try {
    const writers = await asService(database, {}, listWriters);
    for (const id of writers) if (id !== processId) await asService(database, {}, (query) => abandonIfDead(query, id));
    await asService(database, {}, (query) => abandonForgotten(query, processId));
    await removeAbandoned(deps, await asService(database, {}, listAbandoned));
  } catch (error) {
    log.warn({ err: error }, 'storage leaves what dead processes have left in the store for the next time');
  }
}

/** A living process that lost its lock can then no longer confirm these versions: its uploads fail. */
async function abandonIfDead(query: RunQuery, processId: string): Promise<void> {
  const { rows } = await query('select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as is_dead', [
    processLock(processId),
  ]);
  if (rows[0]?.['is_dead']) await abandonProcess(query, processId);
}

/** The order matters: the marks go last. */
async function removeAbandoned({ store, database, folder }: S3BytesDeps, versions: readonly string[]): Promise<void> {
  for (const version of versions) {
    await store.remove(versionKey(version));
    await removeVersion(folder, version);
  }
  if (versions.length > 0) await asService(database, {}, (query) => forgetVersions(query, versions));
}

/** How long a request of a process that is gone may still reach the store: longer than a put may take. */
const AGAIN = `interval '15 minutes'`;
/** Longer than any upload takes. */
const FORGOTTEN_AFTER = `interval '1 hour'`;
const AT_ONCE = 500;

/*
 * The marks of versions in an S3 store: rows of backend.unsettled_versions. A mark is written before the bytes, and
 * deleted in the transaction that writes the row of the object; it is written in the transaction that deletes that row.
 * So bytes have either a row or a mark, at any moment.
 */

/** Marks a version that this process is about to write. In a transaction of its own, as the service. */
export async function markWriting(query: RunQuery, version: string, processId: string): Promise<void> {
  await query('insert into backend.unsettled_versions (version, process) values ($1, $2)', [version, processId]);
}

/** Marks versions whose rows this transaction deletes. */
export async function markRemoved(query: RunQuery, versions: readonly string[]): Promise<void> {
  if (versions.length > 0) await query('select backend.mark_removed_versions($1)', [versions]);
}

/** Deletes the mark in the transaction that writes the row. Throws when another process has taken this one for dead. */
export async function confirmVersion(query: RunQuery, version: string, processId: string): Promise<void> {
  const { rows } = await query('select backend.confirm_version($1, $2) as is_own', [version, processId]);
  if (!rows[0]?.['is_own']) throw new Error(`The version ${version} was settled by another process.`);
}

/**
 * Gives up versions that were being written: from now on they can get no row, and their bytes are to be removed.
 * `mayArrive` says that the request with the bytes may still reach the store, so that they are removed again later.
 */
export async function abandonVersions(query: RunQuery, versions: readonly string[], mayArrive: boolean): Promise<void> {
  await query(`${abandon(mayArrive)} version = any($1)`, [versions]);
}

/** Gives up the versions of a dead process. The transaction must hold its lock exclusively. */
export async function abandonProcess(query: RunQuery, processId: string): Promise<void> {
  await query(`${abandon(true)} process = $1`, [processId]);
}

/** Gives up versions that this process could not give up at the time, because the database was away. */
export async function abandonForgotten(query: RunQuery, processId: string): Promise<void> {
  await query(`${abandon(true)} process = $1 and since < now() - ${FORGOTTEN_AFTER}`, [processId]);
}

const abandon = (mayArrive: boolean) => `update backend.unsettled_versions
  set process = null, again_until = ${mayArrive ? `now() + ${AGAIN}` : 'null'} where process is not null and`;

/** The processes that are writing versions, dead or alive. */
export async function listWriters(query: RunQuery): Promise<string[]> {
  const { rows } = await query(
    'select distinct process from backend.unsettled_versions where process is not null limit $1',
    [AT_ONCE],
  );
  return rows.map(({ process }) => process as string);
}

/** Versions whose bytes are to be removed, oldest first. */
export async function listAbandoned(query: RunQuery): Promise<string[]> {
  const { rows } = await query(
    'select version from backend.unsettled_versions where process is null order by since limit $1',
    [AT_ONCE],
  );
  return rows.map(({ version }) => version as string);
}

/** Deletes the marks of versions whose bytes were removed, except those that must be removed again later. */
export async function forgetVersions(query: RunQuery, versions: readonly string[]): Promise<void> {
  await query(
    `delete from backend.unsettled_versions
     where version = any($1) and process is null and coalesce(again_until, now()) <= now()`,
    [versions],
  );
}
