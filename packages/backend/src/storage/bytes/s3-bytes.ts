import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { asService } from '../../database/as-caller.ts';
import type { DatabasePool } from '../../database/connect.ts';
import { removeVersion, versionKey } from '../paths.ts';
import type { S3Store } from '../s3-store.ts';
import type { Bytes } from './folder-bytes.ts';
import { isDead } from './settle-processes.ts';

export type S3BytesDeps = { store: S3Store; database: DatabasePool; folder: string; processId: string; log: Logger };

/** How long a request of a process that is gone may still reach the store: longer than a put may take. */
const AGAIN = `interval '15 minutes'`;
/** Longer than any upload takes. */
const FORGOTTEN_AFTER = `interval '1 hour'`;
const AT_ONCE = 500;

/**
 * Bytes in an S3-compatible store, with marks in the database, so that machines share nothing else (decision 28). The
 * data folder has files being received, and renders. `local` is the folder of this process.
 *
 * A mark is a row of backend.unsettled_versions. It is written before the bytes, and deleted in the transaction that
 * writes the row of the object; it is written in the transaction that deletes that row. So bytes have either a row or a
 * mark, at any moment.
 */
export function openS3Bytes(deps: S3BytesDeps, local: Pick<Bytes, 'incoming' | 'rendersOf'>): Bytes {
  const { store, database, processId, log } = deps;

  const giveUp = async (versions: readonly string[], mayArrive: boolean): Promise<void> => {
    try {
      await asService(database, {}, (query) => query(`${abandon(mayArrive)} version = any($1)`, [versions]));
      await removeAbandoned(deps, versions);
    } catch (error) {
      // What the caller did is complete; the marks stay for settleS3.
      log.warn({ err: error }, 'storage removes bytes from the store later');
    }
  };
  const write = async (version: string, work: () => Promise<void>): Promise<void> => {
    await asService(database, {}, (query) =>
      query('insert into backend.unsettled_versions (version, process) values ($1, $2)', [version, processId]),
    );
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
    mark: async (query, versions) => {
      if (versions.length > 0) await query('select backend.mark_removed_versions($1)', [versions]);
    },
    confirm: async (query, version) => {
      const { rows } = await query('select backend.confirm_version($1, $2) as is_own', [version, processId]);
      if (!rows[0]?.['is_own']) throw new Error(`The version ${version} was settled by another process.`);
    },
    read: (version, part) => store.get(versionKey(version), part),
    withFile: async (version, work) => {
      await using file = await local.incoming();
      await pipeline(await store.get(versionKey(version)), createWriteStream(file.path, { flags: 'wx', mode: 0o600 }));
      return await work(file.path);
    },
  };
}

/**
 * Gives up the versions that dead processes of any machine were writing, and those that this process could not give up
 * while the database was away. Removes bytes that are marked for removal. Errors are logged; the marks stay for the
 * next time.
 */
export async function settleS3(deps: S3BytesDeps): Promise<void> {
  const { database, processId, log } = deps;
  const list = (text: string) =>
    asService(database, {}, async (query) => {
      const { rows } = await query(text, [AT_ONCE]);
      return rows.map(({ id }) => id as string);
    });
  try {
    const writers = await list(
      'select distinct process as id from backend.unsettled_versions where process is not null limit $1',
    );
    for (const id of writers.filter((writer) => writer !== processId)) {
      await asService(database, {}, async (query) => {
        // A living process that lost its lock can then no longer confirm these versions: its uploads fail.
        if (await isDead(query, id)) await query(`${abandon(true)} process = $1`, [id]);
      });
    }
    await asService(database, {}, (query) =>
      query(`${abandon(true)} process = $1 and since < now() - ${FORGOTTEN_AFTER}`, [processId]),
    );
    const abandoned = await list(
      'select version as id from backend.unsettled_versions where process is null order by since limit $1',
    );
    await removeAbandoned(deps, abandoned);
  } catch (error) {
    log.warn({ err: error }, 'storage leaves what dead processes have left in the store for the next time');
  }
}

/**
 * Gives up versions that were being written: from now on they can get no row, and their bytes are to be removed.
 * `mayArrive` says that the request with the bytes may still reach the store, so that they are removed again later.
 */
const abandon = (mayArrive: boolean) => `update backend.unsettled_versions
  set process = null, again_until = ${mayArrive ? `now() + ${AGAIN}` : 'null'} where process is not null and`;

/** The order matters: the marks go last, except those of versions that must be removed again later. */
async function removeAbandoned({ store, database, folder }: S3BytesDeps, versions: readonly string[]): Promise<void> {
  for (const version of versions) {
    await store.remove(versionKey(version));
    await removeVersion(folder, version);
  }
  if (versions.length === 0) return;
  await asService(database, {}, (query) =>
    query(
      `delete from backend.unsettled_versions
       where version = any($1) and process is null and coalesce(again_until, now()) <= now()`,
      [versions],
    ),
  );
}
