import { hostname } from 'node:os';
import type { RunQuery } from '#backend/database/connect.ts';
import type { SystemBackup } from '#contract/system.ts';
import { isoDate } from '#backend/storage/objects/objects.ts';
import { MAX_AHEAD_MS } from './names.ts';

/** One row of `operator.backups`. Times are ISO 8601 in UTC. */
export type BackupRecord = Omit<SystemBackup, 'is_downloadable'> & {
  removed_at: string | null;
  /** How often making or verifying it failed, and when it last did. */
  failures: number;
  failed_at: string | null;
  /** When the administrators were told that backups fail. */
  reported_at: string | null;
  /** The name of the machine that made it; null in old records. */
  host: string | null;
};

const TIMES = ['started_at', 'finished_at', 'verified_at', 'removed_at', 'failed_at', 'reported_at']
  .map(isoDate)
  .join(', ');
const RECORD = `id, file, place, bytes::float8 as bytes, is_encrypted, error, failures, host, ${TIMES}`;
const MAX_LISTED = 100;

/**
 * The newest records first, at most 100; those of a later time, which were written while a clock was wrong, come last.
 * Needs the role `backend` or the owner.
 */
export async function listBackupRecords(query: RunQuery): Promise<BackupRecord[]> {
  const { rows } = await query(
    `select ${RECORD} from operator.backups b
     order by b.started_at > now() + interval '${MAX_AHEAD_MS} ms', b.started_at desc limit ${MAX_LISTED}`,
  );
  return rows as BackupRecord[];
}

export async function findBackupRecord(query: RunQuery, id: string): Promise<BackupRecord | null> {
  const { rows } = await query(`select ${RECORD} from operator.backups b where b.id::text = $1`, [id]);
  return (rows[0] as BackupRecord | undefined) ?? null;
}

type BeginOptions = {
  file: string;
  place: string;
  isEncrypted: boolean;
  /** Whether the same process verifies it, before it releases the lock of backups. */
  verifies: boolean;
  now: Date;
};

/** Records that a backup begins, and returns the id of the record. Needs the owner, as all below. */
export async function beginRecord(
  query: RunQuery,
  { file, place, isEncrypted, verifies, now }: BeginOptions,
): Promise<string> {
  const { rows } = await query(
    `insert into operator.backups (file, place, is_encrypted, started_at, host, verifies)
       values ($1, $2, $3, $4, $5, $6) returning id`,
    [file, place, isEncrypted, now, hostname(), verifies],
  );
  return rows[0]?.['id'] as string;
}

/** Records that the file is complete in its place. */
export async function finishRecord(query: RunQuery, id: string, bytes: number, now: Date): Promise<void> {
  await query('update operator.backups set bytes = $2, finished_at = $3, error = null where id = $1', [id, bytes, now]);
}

/** Records why a backup was not made. */
export async function failRecord(query: RunQuery, id: string, error: string): Promise<void> {
  await query(`update operator.backups set error = $2, ${FAILED} where id = $1`, [id, error]);
}

const FAILED = 'failures = failures + 1, failed_at = now()';

/** Records the outcome of a verification: `error` is null when the file was restored and found to be complete. */
export async function recordVerification(
  query: RunQuery,
  { file, place, error, now }: { file: string; place: string; error: string | null; now: Date },
): Promise<void> {
  const where = 'where file = $1 and place = $2 and removed_at is null';
  if (error !== null)
    return void (await query(`update operator.backups set error = $3, ${FAILED} ${where}`, [file, place, error]));
  await query(`update operator.backups set error = null, verified_at = $3 ${where}`, [file, place, now]);
}

export async function recordRemoval(query: RunQuery, file: string, place: string, now: Date): Promise<void> {
  await query('update operator.backups set removed_at = $3 where file = $1 and place = $2', [file, place, now]);
}

/**
 * Records a failure for each backup whose process was killed, also while verifying. Returns their number. Call it only
 * while no other backup runs.
 */
export async function endInterrupted(query: RunQuery): Promise<number> {
  const { rowCount } = await query(
    `update operator.backups set ${FAILED}, error = case when finished_at is null then 'The backup was interrupted.'
        else 'Its verification was interrupted.' end
      where error is null and (finished_at is null or (verifies and verified_at is null and removed_at is null))`,
  );
  return rowCount;
}

/** The names of the backups in this place that were not deleted, and of those among them that were verified. */
export async function listRecordedFiles(
  query: RunQuery,
  place: string,
): Promise<Record<'recorded' | 'verified', Set<string>>> {
  const { rows } = await query(
    'select file, verified_at from operator.backups where place = $1 and removed_at is null',
    [place],
  );
  const namesOf = (found: typeof rows) => new Set(found.map(({ file }) => String(file)));
  return { recorded: namesOf(rows), verified: namesOf(rows.filter(({ verified_at }) => verified_at !== null)) };
}

/** How often backups to this place have failed since the last one that did not. `records` has the newest first. */
export function countFailures(
  records: readonly Pick<BackupRecord, 'place' | 'finished_at' | 'error' | 'failures'>[],
  place: string,
): number {
  const here = records.filter((record) => record.place === place);
  const last = here.findIndex(({ finished_at, error }) => finished_at !== null && error === null);
  return here.slice(0, last < 0 ? undefined : last).reduce((sum, { failures }) => sum + failures, 0);
}

/** Leaves out records of a later time, which were written while a clock was wrong. */
export function withoutFuture<T extends Pick<BackupRecord, 'started_at'>>(records: readonly T[], now: Date): T[] {
  return records.filter(({ started_at }) => Date.parse(started_at) < now.getTime() + MAX_AHEAD_MS);
}

/** How long after a first failure it is tried again; each further failure makes the pause four times as long. */
const RETRY_MS = 5 * 60_000;

type Row = Pick<BackupRecord, 'place' | 'started_at' | 'finished_at' | 'error' | 'failures' | 'failed_at'>;
type Plan = { place: string; everyMs: number; now: Date };

/**
 * Whether a backup is to be made or verified now: an interval after the last one in this place began, and earlier after
 * a failure. One that has neither ended nor failed is still being made (`endInterrupted`). `records` has the newest
 * first.
 */
export function isBackupDue(records: readonly Row[], { place, everyMs, now }: Plan): boolean {
  const since = (time: string): number => now.getTime() - Date.parse(time);
  const past = withoutFuture(records, now);
  const last = past.find((record) => record.place === place);
  if (!last) return true;
  if (last.finished_at !== null && since(last.started_at) >= everyMs) return true;
  if (last.error === null) return false;
  const pause = RETRY_MS * 4 ** (countFailures(past, place) - 1);
  return since(last.failed_at ?? last.started_at) >= Math.min(everyMs, pause);
}

/** The last backup, if only its verification is missing: a retry verifies it instead of making another one. */
export function findUnverified(
  records: readonly (Row & Pick<BackupRecord, 'file' | 'removed_at' | 'verified_at'>)[],
  { place, everyMs, now }: Plan,
): string | null {
  const last = withoutFuture(records, now).find((record) => record.place === place);
  if (!last?.finished_at || last.verified_at !== null || last.removed_at !== null) return null;
  return now.getTime() - Date.parse(last.started_at) < everyMs ? last.file : null;
}
