import { dirname, sep } from 'node:path';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { asBackend } from '#backend/database/as-caller.ts';
import type { DatabasePool } from '#backend/database/connect.ts';
import { type BackupRecord, countFailures, listBackupRecords, withoutFuture } from '#operations/backup/records.ts';
import { type DestinationSettings, openDestination, requirePlace } from '#operations/backup/destination.ts';
import { ConfigurationError } from '#backend/configuration-error.ts';
import { type Measured, type Verdict, bad, durationOf, good, warning, within } from './finding.ts';

const ANSWER_WITHIN_MS = 2000;
const DAY_MS = 86_400_000;
/** Without automatic backups a week of work may be lost. */
const MAX_AGE_WITHOUT_SCHEDULE_MS = 7 * DAY_MS;
const VERIFIED_WITHIN_MS = 31 * DAY_MS;

type BackupPlan = {
  /** Milliseconds between automatic backups, or null without. */
  everyMs: number | null;
  /** Where automatic backups go. */
  place: string;
  dataFolder: string;
  now: Date;
};

/** Checks the record of backups. Backups have no effect on what the site serves. Never throws. */
export async function checkBackups(database: DatabasePool, plan: BackupPlan): Promise<Measured> {
  const about = { id: 'backups', name: 'Backups' };
  try {
    const { records, inUseSince } = await within(ANSWER_WITHIN_MS, readRecords(database), 'no answer');
    const verdict = judgeBackups(records, { ...plan, inUseSince });
    return { ...about, ...verdict, state: verdict.state as Measured['state'], figures: figuresOf(records, plan) };
  } catch {
    const says = 'The record of backups could not be read.';
    return { ...about, state: 'bad', says, remedy: 'See the check of the database.', figures: {} };
  }
}

async function readRecords(database: DatabasePool): Promise<{ records: BackupRecord[]; inUseSince: string | null }> {
  return asBackend(database, async (query) => {
    const { rows } = await query(`select to_json(min(created_at))#>>'{}' as since from auth.users`);
    return { records: await listBackupRecords(query), inUseSince: rows[0]?.['since'] as string | null };
  });
}

function figuresOf(records: readonly BackupRecord[], { place, now }: BackupPlan): Record<string, number> {
  const here = withoutFuture(records, now).filter((record) => record.place === place);
  const ageOf = (name: 'finished_at' | 'verified_at', figure: string): Record<string, number> => {
    const time = here.map((record) => record[name]).find((at) => at !== null);
    return time ? { [figure]: Math.round((now.getTime() - Date.parse(time)) / 1000) } : {};
  };
  return {
    failures: countFailures(here, place),
    ...ageOf('finished_at', 'age_seconds'),
    ...ageOf('verified_at', 'verified_age_seconds'),
  };
}

type Row = Pick<BackupRecord, 'started_at' | 'finished_at' | 'verified_at' | 'error' | 'file' | 'place' | 'failures'>;

/**
 * Judges the records, of which the newest come first. With automatic backups only those in their place count. `inUseSince`
 * is when the first account was made, or null.
 */
export function judgeBackups(
  records: readonly Row[],
  { everyMs, place, dataFolder, inUseSince, now }: BackupPlan & { inUseSince: string | null },
): Verdict {
  const past = withoutFuture(records, now);
  const counted = everyMs === null ? past : past.filter((record) => record.place === place);
  const [newest] = counted;
  const last = counted.find(({ finished_at }) => finished_at !== null);
  const advice =
    everyMs === null
      ? 'Set BACKUP_EVERY=1d and BACKUP_TO, or run npm run backup.'
      : 'Look at BACKUP_TO and at the log, then try npm run backup -- scheduled.';
  const since = (time: string): number => now.getTime() - Date.parse(time);
  if (newest?.error && newest.finished_at === null) {
    const failures = countFailures(counted, newest.place);
    const often = failures > 1 ? ` (${failures} failures in a row)` : '';
    return bad(`The last backup failed: ${newest.error}${often}`, advice);
  }
  if (!last?.finished_at) {
    if (everyMs === null || (inUseSince !== null && since(inUseSince) > 2 * everyMs))
      return bad('No backup has been made.', advice);
    const remedy =
      'The site makes the first one when it has an account and has run for an hour. Or run npm run backup.';
    return warning('No backup has been made yet.', remedy);
  }
  const age = since(last.finished_at);
  const made = `The last backup is ${age < 60_000 ? 'a moment' : durationOf(age)} old`;
  if (age > (everyMs === null ? MAX_AGE_WITHOUT_SCHEDULE_MS : 2 * everyMs)) return bad(`${made}.`, advice);
  if (last.error) return bad(`${made}, and cannot be relied on: ${last.error}`, advice);
  const verified = counted.map(({ verified_at }) => verified_at).find((time) => time !== null);
  if (!verified || since(verified) > VERIFIED_WITHIN_MS) {
    const says = verified ? 'none was tested for a month' : 'none has ever been tested';
    return warning(`${made}; ${says}.`, `Test one: npm run backup -- verify ${last.file}`);
  }
  if (isInside(last.place, dataFolder)) {
    return warning(
      `${made}, and lies in the data folder: one failure would destroy both.`,
      'Set BACKUP_TO to another disk or to an S3-compatible store.',
    );
  }
  return good(`${made}, and one was tested ${durationOf(since(verified))} ago.`);
}

function isInside(place: string, folder: string): boolean {
  return place === folder || place.startsWith(folder + sep);
}

const REMEDY = 'Correct BACKUP_TO, or what it names: without it no backup is made.';

/** Checks that backups can be written, by a small file that is removed. Throws as `asBackend` does. */
export async function checkBackupPlace(database: DatabasePool, to: DestinationSettings): Promise<Verdict> {
  const records = await asBackend(database, listBackupRecords);
  try {
    const destination = await openDestination(to);
    await requirePlace(destination, records);
    // The first backup creates it, without its parents.
    if (to.kind === 'folder' && !existsSync(to.folder) && existsSync(dirname(to.folder)))
      return good(`The first backup creates ${to.folder}.`);
    const name = `write-test-${randomUUID()}`;
    await destination.write(name, Readable.from([Buffer.from('x')]));
    await destination.remove(name);
    return good(`${destination.place} can be written.`);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return bad(error.message, REMEDY);
  }
}
