import type { BackupRecord } from './records.ts';

/** How long after a failed backup it is tried again, at most. */
const RETRY_MS = 60 * 60_000;
/** A backup that takes longer has been interrupted without a word. */
const LONGEST_MS = 12 * 60 * 60_000;

/**
 * Whether the next backup is due: an interval after the last one in this place began; an hour, or the interval if that is
 * shorter, after one that failed or was found to be damaged. `records` has the newest first.
 */
export function isBackupDue(
  records: readonly Pick<BackupRecord, 'place' | 'started_at' | 'finished_at' | 'error'>[],
  { place, everyMs, now }: { place: string; everyMs: number; now: Date },
): boolean {
  const last = records.find((record) => record.place === place);
  if (!last) return true;
  const age = now.getTime() - Date.parse(last.started_at);
  if (last.error !== null) return age >= Math.min(everyMs, RETRY_MS);
  if (last.finished_at === null) return age >= LONGEST_MS;
  return age >= everyMs;
}
