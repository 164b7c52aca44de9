import { readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { asService } from '../../database/as-caller.ts';
import type { DatabasePool, RunQuery } from '../../database/connect.ts';
import { OLD_LAYOUT_MS } from '../limits.ts';
import { processFolder, processesFolder, removeVersion, versionOfMark } from '../paths.ts';
import { findVersions } from '../objects/objects.ts';
import { ifMissing } from '../../database/if-missing.ts';

export type SettleDeps = { folder: string; processId: string; database: DatabasePool; log: Logger };

/**
 * The lock of a living process: held shared by its own connection for as long as it lives, and by each transaction that
 * writes rows of versions. A process that gets it exclusively knows that neither exists.
 */
export const processLock = (processId: string) => `storage-process ${processId}`;

/** Locks this process for the transaction, so that no other process settles its marks before the transaction ends. */
export async function lockProcess(query: RunQuery, processId: string): Promise<void> {
  await query('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [processLock(processId)]);
}

/** Whether a process is dead. Its lock is then held until the transaction ends. */
export async function isDead(query: RunQuery, processId: string): Promise<boolean> {
  const lock = 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as is_dead';
  const { rows } = await query(lock, [processLock(processId)]);
  return rows[0]?.['is_dead'] === true;
}

/**
 * Settles the marks of dead processes in the shared folder (docs/decisions/0017). A living process that lost its
 * connection and appears dead loses only uploads that it has not acknowledged.
 */
export async function settleDeadProcesses(deps: SettleDeps): Promise<void> {
  const { folder, processId, database, log } = deps;
  try {
    for (const id of await namesIn(processesFolder(folder))) {
      if (id !== processId && versionOfMark(id) === id) await settleIfDead(deps, id);
    }
    await asService(database, {}, (query) => settleOldLayout(folder, query));
  } catch (error) {
    log.warn({ err: error }, 'storage leaves what dead processes have left for the next time');
  }
}

async function settleIfDead({ folder, database }: SettleDeps, id: string): Promise<void> {
  await asService(database, {}, async (query) => {
    if (!(await isDead(query, id))) return;
    const { root, incoming, marks } = processFolder(folder, id);
    await settleMarks(folder, marks, await namesIn(marks), query);
    await rm(incoming, { recursive: true, force: true });
    // Not recursive: the next run removes a mark that was added meanwhile.
    for (const path of [marks, root]) await rmdir(path).catch(() => {});
  });
}

/**
 * Removes the marks, and the bytes of versions without a row. The order matters. The marks are renamed first: a process
 * that is alive after all can then no longer confirm them, so it writes no further rows. The rows are queried after that,
 * in the transaction that holds the lock; a query that succeeds proves that the lock was held during the renaming.
 */
async function settleMarks(folder: string, marks: string, names: readonly string[], query: RunQuery): Promise<void> {
  const versions = new Set<string>();
  for (const name of names) {
    const version = versionOfMark(name);
    if (!version) continue;
    versions.add(version);
    await rename(join(marks, name), join(marks, deadMark(version)));
  }
  if (versions.size === 0) return;
  const kept = await findVersions(query, [...versions]);
  for (const version of versions) {
    if (!kept.has(version)) await removeVersion(folder, version);
    await rm(join(marks, deadMark(version)), { force: true });
  }
}

const deadMark = (version: string) => `${version}.dead`;

/**
 * App versions before decision 17 shared one `incoming` and one `unsettled` folder. Whether the process that wrote a
 * file still runs is unknown, so only files older than OLD_LAYOUT_MS are settled.
 */
async function settleOldLayout(folder: string, query: RunQuery): Promise<void> {
  const [incoming, marks] = [join(folder, 'incoming'), join(folder, 'unsettled')];
  for (const name of await untouchedIn(incoming)) await rm(join(incoming, name), { force: true });
  await settleMarks(folder, marks, await untouchedIn(marks), query);
}

async function untouchedIn(folder: string): Promise<string[]> {
  const untouched: string[] = [];
  for (const name of await namesIn(folder)) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (found?.isFile() && Date.now() - found.mtimeMs > OLD_LAYOUT_MS) untouched.push(name);
  }
  return untouched;
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(ifMissing([]));
}
