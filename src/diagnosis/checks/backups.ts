import { sep } from 'node:path';
import { asBackend } from '#backend/database/as-caller.ts';
import type { DatabasePool } from '#backend/database/connect.ts';
import { type BackupRecord, listBackupRecords } from '#backup/records.ts';
import { durationOf } from '../amounts.ts';
import { type Verdict, bad, good, warning } from '../finding.ts';

const DAY_MS = 86_400_000;
/** Without automatic backups a week of work may be lost. */
const USUAL_MS = 7 * DAY_MS;
const VERIFIED_WITHIN_MS = 31 * DAY_MS;

/** Checks the record of backups. Throws as `asBackend` does. */
export async function checkBackups(database: DatabasePool, plan: BackupPlan): Promise<Verdict> {
  return judgeBackups(await asBackend(database, listBackupRecords), plan);
}

export type BackupPlan = {
  /** Milliseconds between automatic backups, or null without. */
  everyMs: number | null;
  dataFolder: string;
  now: Date;
};
type Row = Pick<BackupRecord, 'finished_at' | 'verified_at' | 'error' | 'file' | 'place'>;

/** Judges the records, of which the newest come first. */
export function judgeBackups(records: readonly Row[], { everyMs, dataFolder, now }: BackupPlan): Verdict {
  const [newest] = records;
  const last = records.find(({ finished_at }) => finished_at !== null);
  const advice =
    everyMs === null ? 'Set BACKUP_EVERY and BACKUP_TO, or run npm run backup.' : 'Look at BACKUP_TO and at the log.';
  if (newest?.error && newest.finished_at === null) return bad(`The last backup failed: ${newest.error}`, advice);
  if (!last?.finished_at) return bad('No backup has been made.', advice);
  const age = now.getTime() - Date.parse(last.finished_at);
  const made = `The last backup is ${age < 60_000 ? 'a moment' : durationOf(age)} old`;
  if (age > (everyMs === null ? USUAL_MS : 2 * everyMs)) return bad(`${made}.`, advice);
  if (last.error) return bad(`${made}, and cannot be restored: ${last.error}`, 'Make another one: npm run backup.');
  const verified = records.map(({ verified_at }) => verified_at).find((time) => time !== null);
  if (!verified || now.getTime() - Date.parse(verified) > VERIFIED_WITHIN_MS) {
    const says = verified ? 'none was tried for a month' : 'none has ever been tried';
    return warning(`${made}; ${says}.`, `Try to restore it: npm run backup -- verify ${last.file}`);
  }
  if (isInside(last.place, dataFolder)) {
    return warning(
      `${made}, and lies in the data folder: what destroys the one destroys the other.`,
      'Set BACKUP_TO to another disk or to an S3-compatible store.',
    );
  }
  return good(`${made}, and one was restored as a trial ${durationOf(now.getTime() - Date.parse(verified))} ago.`);
}

function isInside(place: string, folder: string): boolean {
  return place === folder || place.startsWith(folder + sep);
}
