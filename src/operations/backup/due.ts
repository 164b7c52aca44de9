import { type BackupRecord, countFailures } from './records.ts';

/** How long after a first failure it is tried again; each further failure makes the pause four times as long. */
const RETRY_MS = 5 * 60_000;
/** A record of a later time was written while a clock was wrong. */
const MOST_AHEAD_MS = 60 * 60_000;

type Row = Pick<BackupRecord, 'place' | 'started_at' | 'finished_at' | 'error' | 'failures' | 'failed_at'>;
type Plan = { place: string; everyMs: number; now: Date };

/**
 * Whether a backup is to be made or verified now: an interval after the last one in this place began, and earlier after
 * a failure. One that has neither ended nor failed is still being made (`endInterrupted`). `records` has the newest
 * first.
 */
export function isBackupDue(records: readonly Row[], { place, everyMs, now }: Plan): boolean {
  const since = (time: string): number => now.getTime() - Date.parse(time);
  const last = records.find((record) => record.place === place && since(record.started_at) > -MOST_AHEAD_MS);
  if (!last) return true;
  if (last.finished_at !== null && since(last.started_at) >= everyMs) return true;
  if (last.error === null) return false;
  const pause = RETRY_MS * 4 ** (countFailures(records, place) - 1);
  return since(last.failed_at ?? last.started_at) >= Math.min(everyMs, pause);
}

/** The backup that only its verification is missing to: a retry verifies it instead of making another one. */
export function findUnverified(
  records: readonly (Row & Pick<BackupRecord, 'file' | 'removed_at' | 'verified_at'>)[],
  { place, everyMs, now }: Plan,
): string | null {
  const last = records.find((record) => record.place === place);
  if (!last?.finished_at || last.verified_at !== null || last.removed_at !== null) return null;
  return now.getTime() - Date.parse(last.started_at) < everyMs ? last.file : null;
}
