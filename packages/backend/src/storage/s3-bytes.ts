import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { asService } from '../database/as-caller.ts';
import type { DatabasePool, RunQuery } from '../database/connect.ts';
import type { Bytes } from './bytes.ts';
import { removeVersion, versionKey } from './paths.ts';
import type { S3Store } from './s3-store.ts';
import { processLock } from './settle-processes.ts';
import {
  abandonForgotten,
  abandonProcess,
  abandonVersions,
  confirmVersion,
  forgetVersions,
  listAbandoned,
  listWriters,
  markRemoved,
  markWriting,
} from './unsettled-versions.ts';

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
      // The change of the caller is complete; settleS3 removes the marks later.
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

/** Uploads of a live process that has lost its lock then fail, because it cannot confirm these versions. */
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
