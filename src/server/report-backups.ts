import { asBackend } from '#backend/database/as-caller.ts';
import type { RunQuery } from '#backend/database/connect.ts';
import type { BackendDeps } from '#backend/deps.ts';
import type { ReportSettings } from '#backend/mail/report-undeliverable.ts';
import type { OutgoingMail } from '#backend/mail/outbox.ts';
import { type BackupRecord, countFailures, listBackupRecords } from '#operations/backup/records.ts';

export type ReportDeps = Pick<BackendDeps, 'database' | 'log' | 'now' | 'outbox'> & { reports: ReportSettings };

/** A single failure is often a restart or a store that is away for a moment. */
const REPORTED_FROM = 2;
const AGAIN_AFTER_MS = 86_400_000;

/**
 * Tells the administrators by mail that backups to this place fail: after the second failure in a row, and then once a
 * day. Throws as `asBackend` does.
 */
export async function reportFailures({ database, now, outbox, reports }: ReportDeps, place: string): Promise<void> {
  const enqueued = await asBackend(database, async (query) => {
    const records = (await listBackupRecords(query)).filter((record) => record.place === place);
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
