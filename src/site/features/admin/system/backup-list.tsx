import { formatLocalTime } from '#contract/date.ts';
import type { SystemBackup } from '#contract/system.ts';
import { system } from '#site/content/system.ts';
import { DASHBOARD_MESSAGES } from '#site/dashboard-messages.ts';
import { listBackups } from '#site/gateway/system.ts';
import { QUERY_KEYS } from '#site/query-client.ts';
import { ListSection } from '../list-section.tsx';
import { QueryList } from '../query-list.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import { BackupTable } from './backup-table.tsx';
import { useDownload } from './use-download.ts';

const words = system.backups;

/** The newest backups: when they were made, tried, and how to download one. */
export function BackupList() {
  const query = useAdminQuery(QUERY_KEYS.adminBackups, listBackups, { failed: DASHBOARD_MESSAGES.fetchBackupsFailed });
  const { download, isBusy } = useDownload();
  const { data } = query;
  return (
    <ListSection words={words} total={data?.length} summary={data && summaryOf(data)} isHeadingVisible>
      <QueryList query={query} words={words} isEmpty={(backups) => backups.length === 0} empty={<NoBackup />}>
        {(backups) => (
          <>
            <BackupTable backups={backups} isBusy={isBusy} onDownload={download} />
            {backups.some(isPlain) && <p className="system-tab__note soft">{words.whyNoDownload}</p>}
          </>
        )}
      </QueryList>
    </ListSection>
  );
}

function NoBackup() {
  return (
    <div className="query-list__empty">
      <p className="lead">{words.empty}</p>
      <p className="system-tab__note soft">{words.advice}</p>
    </div>
  );
}

const isPlain = ({ finished_at, is_encrypted }: SystemBackup) => finished_at !== null && !is_encrypted;

/** When the newest was made, and when one was last restored as a trial; else how many there are. */
function summaryOf(backups: readonly SystemBackup[]): string {
  const made = backups.find(({ finished_at }) => finished_at !== null)?.finished_at;
  if (!made) return words.count(backups.length);
  const verified = backups
    .flatMap(({ verified_at }) => verified_at ?? [])
    .toSorted()
    .at(-1);
  return words.summary(formatLocalTime(made), verified ? words.tried(formatLocalTime(verified)) : words.neverTried);
}
