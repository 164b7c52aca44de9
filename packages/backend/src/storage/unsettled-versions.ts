import type { RunQuery } from '../database/connect.ts';

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

/** Deletes the marks of versions whose bytes were removed, except marks of bytes that must be removed again later. */
export async function forgetVersions(query: RunQuery, versions: readonly string[]): Promise<void> {
  await query(
    `delete from backend.unsettled_versions
     where version = any($1) and process is null and coalesce(again_until, now()) <= now()`,
    [versions],
  );
}
