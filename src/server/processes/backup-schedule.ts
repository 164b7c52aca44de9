import { placeOf } from '#operations/backup/destination.ts';
import {
  type BackupRecord,
  countFailures,
  endInterrupted,
  isBackupDue,
  listBackupRecords,
  withoutFuture,
} from '#operations/backup/records.ts';
import { withoutBackups } from '#operations/backup/make-backup.ts';
import { asBackend } from '#backend/database/as-caller.ts';
import type { DatabasePool, RunQuery } from '#backend/database/connect.ts';
import type { BackendDeps } from '#backend/deps.ts';
import type { ReportSettings } from '#backend/mail/report-undeliverable.ts';
import type { OutgoingMail } from '#backend/mail/outbox.ts';
import type { BackupSettings } from '#operations/backup/settings.ts';
import { runBackup } from './run-backup.ts';
import { stopping } from './stop-on-signals.ts';

const LOOK_EVERY_MS = 60_000;

type ScheduleDeps = ReportDeps & { settings: BackupSettings };

/**
 * Makes and verifies backups at the interval of BACKUP_EVERY, each in a process of its own, so that compressing and the
 * scratch database take nothing from this one. When the last backup was made is read from the database, so restarts and
 * several machines make no more of them. A backup whose process was killed is recorded as failed, and failures are
 * reported (`reportFailures`). Call it when the lock of the data folder announces the running site. `stop` waits for the
 * end of a running backup.
 */
export function scheduleBackups(deps: ScheduleDeps): { stop: () => Promise<void> } {
  const { database, log, now, settings } = deps;
  const { everyMs, firstAfterMs, to } = settings;
  if (everyMs === null) return { stop: async () => {} };
  const place = placeOf(to);
  let running: Promise<void> | null = null;

  const look = async (): Promise<void> => {
    try {
      if (stopping.aborted || running) return;
      await reportInterrupted(deps);
      if (process.uptime() * 1000 < firstAfterMs || (firstAfterMs > 0 && !(await hasAccounts(database)))) return;
      const records = await asBackend(database, listBackupRecords);
      if (stopping.aborted || running || !isBackupDue(records, { place, everyMs, now: now() })) return;
      running = runBackup(['scheduled'], (lines) => log.error({ from: 'backup' }, `The backup failed: ${lines}`));
      await running;
      running = null;
      if (!stopping.aborted) await reportFailures(deps, place);
    } catch (error) {
      log.warn({ err: error }, 'The backups could not be looked up; it is tried again.');
    }
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS).unref();
  void look();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

async function reportInterrupted({ database, log }: ScheduleDeps): Promise<void> {
  const ended = await asBackend(database, (query) => withoutBackups(query, () => endInterrupted(query)));
  if (ended)
    log.warn({ from: 'backup' }, 'A backup was interrupted before it was complete or verified; it is tried again.');
}

/** Whether the site is more than a trial with the sample content. */
async function hasAccounts(database: DatabasePool): Promise<boolean> {
  const { rowCount } = await asBackend(database, (query) => query('select from auth.users limit 1'));
  return rowCount > 0;
}

type ReportDeps = Pick<BackendDeps, 'database' | 'log' | 'now' | 'outbox'> & { reports: ReportSettings };

/** A single failure is often a restart or a store that is away for a moment. */
const REPORTED_FROM = 2;
const AGAIN_AFTER_MS = 86_400_000;

/**
 * Tells the administrators by mail that backups to this place fail: after the second failure in a row, and then once a
 * day. Throws as `asBackend` does.
 */
async function reportFailures({ database, now, outbox, reports }: ReportDeps, place: string): Promise<void> {
  const enqueued = await asBackend(database, async (query) => {
    const records = withoutFuture(await listBackupRecords(query), now()).filter((record) => record.place === place);
    const failures = countFailures(records, place);
    const [last] = records;
    if (!last?.error || failures < REPORTED_FROM || wasReported(records, now())) return false;
    await query('update operator.backups set reported_at = $2 where id = $1', [last.id, now()]);
    return enqueueReports(query, { outbox, reports }, last, failures);
  });
  if (enqueued) outbox.wake();
}

function wasReported(records: readonly BackupRecord[], now: Date): boolean {
  return records.some(
    ({ reported_at }) => reported_at !== null && Math.abs(now.getTime() - Date.parse(reported_at)) < AGAIN_AFTER_MS,
  );
}

async function enqueueReports(
  query: RunQuery,
  { outbox, reports }: Pick<ReportDeps, 'outbox' | 'reports'>,
  last: BackupRecord,
  failures: number,
): Promise<boolean> {
  const recipients = await reports.recipients(query);
  for (const to of recipients) await outbox.enqueue(query, compose(last, failures, to, reports.listUrl));
  return recipients.length > 0;
}

function compose({ place, error }: BackupRecord, failures: number, to: string, listUrl: string): OutgoingMail {
  return {
    kind: 'backup_failed',
    to,
    subject: 'The website has no new backup',
    text: [
      `The website could make no backup in ${place}, or not verify it, ${failures} times in a row:`,
      error ?? '',
      `It goes on trying. The System tab of the dashboard has the last backup, and what to do:\n${listUrl}`,
      'You get such a message once a day at most.\n',
    ].join('\n\n'),
  };
}
